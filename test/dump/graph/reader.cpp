#include "catch.hpp"
#include "support/folder.hpp"

#include <trav/dump/graph/reader.hpp>
#include <trav/dump/selector.hpp>

#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

using trav::dump::EdgeList;
using trav::dump::looks_like_edge_list;
using trav::dump::NameKind;
using trav::dump::Node;

static_assert(trav::dump::Dump<EdgeList>);

namespace {

EdgeList list_of(std::string const& text) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "x.graph");
    return trav::dump::read_edge_list(input);
}

// Every edge as text, with ids: "a -name-> b".
std::vector<std::string> edges(EdgeList const& list) {
    std::vector<std::string> result;
    for (Node n = 0; n < list.node_count(); ++n) {
        list.for_each_edge(n, [&](EdgeList::Edge const& edge) {
            result.push_back(std::string(list.id(edge.from)) + (strong(list, edge) ? " -" : " ~") +
                             std::string(list.name(edge)) + "-> " + std::string(list.id(edge.to)));
        });
    }
    return result;
}
using Texts = std::vector<std::string>;

Texts root_names(EdgeList const& list) {
    Texts result;
    list.for_each_root([&](Node n, std::string_view name) {
        result.push_back(std::string(list.id(n)) + " " + std::string(name));
    });
    return result;
}

}  // namespace

TEST_CASE("edge list: nodes, edges and roots", "[unit]") {
    EdgeList const list = list_of("NODE 1 Game 64 game\n"
                                  "NODE 2 Level 128\n"
                                  "NODE 3 \"a type\" 0 \"a name\"\n"
                                  "ROOT 1\n"
                                  "1 2 level\n"
                                  "2 3\n"
                                  "WEAK 2 1 owner\n"
                                  "1 3 \"the third\"\n");
    CHECK(list.source() == "x.graph");
    CHECK(list.node_count() == 3);
    CHECK(list.edge_count() == 4);
    CHECK(total_size(list) == 64 + 128);
    CHECK(list.size(1) == 128);
    CHECK(type_name(list, 0) == "Game");
    CHECK(type_name(list, 2) == "a type");
    CHECK(name(list, 0) == "game");
    CHECK(name(list, 1).empty());
    CHECK(name(list, 2) == "a name");
    CHECK(id(list, 2) == "3");
    CHECK(edges(list) == Texts{"1 -level-> 2", "1 -the third-> 3", "2 --> 3", "2 ~owner-> 1"});
    list.for_each_edge(1, [&](EdgeList::Edge const& edge) {
        CHECK(strong(list, edge) == (edge.to != 0));
        CHECK(name_kind(list, edge) == (edge.to == 0 ? NameKind::field : NameKind::unnamed));
    });
    list.for_each_edge(0, [&](EdgeList::Edge const& edge) {
        CHECK(strong(list, edge));
        CHECK(name_kind(list, edge) == NameKind::field);
    });
    CHECK(root_names(list) == Texts{"1 game"});
}

TEST_CASE("edge list: lines may come in any order; nodes are numbered by their first mention", "[unit]") {
    EdgeList const list = list_of("b a\nNODE a T 1\nROOT c\nc b\nNODE b T 2\nc a\nNODE c U 4");
    CHECK(list.id(0) == "b");
    CHECK(list.id(1) == "a");
    CHECK(list.id(2) == "c");
    CHECK(list.size(0) == 2);
    CHECK(list.type(0) == list.type(1));
    CHECK(list.type(0) != list.type(2));
    CHECK(edges(list) == Texts{"b --> a", "c --> b", "c --> a"});
}

TEST_CASE("edge list: ids are texts", "[unit]") {
    EdgeList const list = list_of("7 07\n\"a b\" 0x7");
    CHECK(list.node_count() == 4);
    CHECK(trav::dump::Selector("@07").find(list) == std::vector<Node>{1});
    CHECK(trav::dump::Selector("@a b").find(list) == std::vector<Node>{2});
}

TEST_CASE("edge list: a node without a NODE line has no bytes", "[unit]") {
    EdgeList const list = list_of("a b\nROOT r");
    CHECK(list.node_count() == 3);
    for (Node n = 0; n < 3; ++n) {
        CHECK(type_name(list, n) == "(undeclared)");
        CHECK(list.size(n) == 0);
        CHECK(name(list, n).empty());
    }
}

TEST_CASE("edge list: edges may repeat, and may be loops", "[unit]") {
    CHECK(edges(list_of("a b x\na b x\na a\nROOT a")) == Texts{"a -x-> b", "a -x-> b", "a --> a"});
}

TEST_CASE("edge list: the name of a root", "[unit]") {
    CHECK(root_names(list_of("ROOT 1 main\nNODE 1 T 0 own")) == Texts{"1 main"});
    CHECK(root_names(list_of("ROOT 1\nNODE 1 T 0 own")) == Texts{"1 own"});
    CHECK(root_names(list_of("ROOT 1\nNODE 1 T 0")) == Texts{"1 1"});
    CHECK(root_names(list_of("ROOT 1 main\nROOT 2 main\nROOT 1 \"main thread\"")) ==
          Texts{"1 main", "2 main", "1 main thread"});
}

TEST_CASE("edge list: without ROOT lines the roots are the nodes that no other node refers to", "[unit]") {
    CHECK(root_names(list_of("a b\nc b\nd d\nNODE e T 1 eve")) == Texts{"a a", "c c", "d d", "e eve"});
    CHECK(root_names(list_of("a b\nWEAK a c")) == Texts{"a a"});  // a weak edge counts as a reference
    CHECK(root_names(list_of("a b\nb a\nROOT b")) == Texts{"b b"});
}

TEST_CASE("edge list: quoted words are not keywords", "[unit]") {
    CHECK(edges(list_of("\"NODE\" \"ROOT\" \"WEAK\"")) == Texts{"NODE -WEAK-> ROOT"});
    CHECK(edges(list_of("node root")) == Texts{"node --> root"});
    CHECK(edges(list_of("a b \"\"")) == Texts{"a --> b"});
}

TEST_CASE("edge list: the last line says how many lines there are", "[unit]") {
    std::string const whole = "# a heap\nNODE a A 1\n\na b # why\nROOT a\nWEAK b a\n";  // four lines
    CHECK(list_of(whole + "END 4\n").remark().empty());
    CHECK(list_of(whole + "END 4 # the end\n\n# more\n").remark().empty());
    CHECK(edges(list_of(whole + "END 4\n")) == edges(list_of(whole)));
    // cut after any line, the file is refused or has the remark
    for (std::size_t at = whole.size(); at != 0; at = at == 1 ? 0 : whole.rfind('\n', at - 2) + 1) {
        if (at <= 9) break;  // no heap is left
        CHECK(list_of(whole.substr(0, at)).remark() ==
              "its last line is not END LINES: objects or references are missing if the file was cut short");
    }
    CHECK(edges(list_of("\"END\" b")) == Texts{"END --> b"});  // an object
}

TEST_CASE("edge list: comments and blank lines", "[unit]") {
    CHECK(edges(list_of("# a heap\n\n  a b # why\n\t\n#c d\n")) == Texts{"a --> b"});
}

TEST_CASE("edge list: sizes up to 2^64 - 1", "[unit]") {
    CHECK(list_of("NODE a T 18446744073709551615").size(0) == 18446744073709551615u);
    CHECK(list_of("NODE a T 007").size(0) == 7);
}

TEST_CASE("edge list: errors name the line", "[unit]") {
    std::vector<std::tuple<std::string, std::string>> const cases{
        {"", "x.graph: there is no node in it"},
        {"# nothing\n", "x.graph: there is no node in it"},
        {"a b\nb a", "x.graph: there is no root in it, and no node that no other refers to"},
        {"a b\nc", "x.graph: line 2: words are missing: FROM TO [NAME] is due"},
        {"a b c d", "x.graph: line 1: too many words: FROM TO [NAME] is due; quote a name with blanks"},
        {"NODE", "x.graph: line 1: words are missing: NODE ID TYPE BYTES [NAME] is due"},
        {"NODE a T", "x.graph: line 1: words are missing: NODE ID TYPE BYTES [NAME] is due"},
        {"NODE a T 1 b c",
         "x.graph: line 1: too many words: NODE ID TYPE BYTES [NAME] is due; quote a name with blanks"},
        {"ROOT", "x.graph: line 1: words are missing: ROOT ID [NAME] is due"},
        {"ROOT a b c", "x.graph: line 1: too many words: ROOT ID [NAME] is due; quote a name with blanks"},
        {"WEAK a", "x.graph: line 1: words are missing: WEAK FROM TO [NAME] is due"},
        {"WEAK a b c d",
         "x.graph: line 1: too many words: WEAK FROM TO [NAME] is due; quote a name with blanks"},
        {"NODE a T 1\n\nNODE b T 1\nNODE a T 1", "x.graph: line 4: node a is declared in line 1"},
        {"NODE a T x", "x.graph: line 1: 'x' is no number of bytes"},
        {"NODE a T -1", "x.graph: line 1: '-1' is no number of bytes"},
        {"NODE a T 1.5", "x.graph: line 1: '1.5' is no number of bytes"},
        {"NODE a T \"\"", "x.graph: line 1: '' is no number of bytes"},
        {"NODE a T 18446744073709551616", "x.graph: line 1: more than 2^64 - 1 bytes: 18446744073709551616"},
        {"NODE a T 18446744073709551615\nNODE b T 1",
         "x.graph: line 2: all sizes together are more than 2^64 - 1 bytes"},
        {"a b\nEND 2", "x.graph: line 2: the end says that 2 lines are before it, not 1"},
        {"a b\nEND 1\nb c", "x.graph: line 3: a line follows the end"},
        {"a b\nEND", "x.graph: line 2: END LINES is due"},
        {"a b\nEND 1 2", "x.graph: line 2: END LINES is due"},
        {"END b", "x.graph: line 1: 'b' is no number of lines"},
        {"END 0", "x.graph: there is no node in it"},
        {"a \"\"", "x.graph: line 1: an id is empty"},
        {"NODE \"\" T 1", "x.graph: line 1: an id is empty"},
        {"NODE a \"\" 1", "x.graph: line 1: a type is empty"},
        {"a \"b", "x.graph: line 1: the closing quote is missing"},
    };
    for (auto const& [text, says] : cases) {
        INFO(text);
        CHECK_THROWS_WITH(list_of(text), says);
    }
}

TEST_CASE("edge list: plain or gzipped", "[unit]") {
    Folder const folder;
    write(folder / "x.graph", "a b next\n");
    CHECK(edges(trav::dump::read_edge_list(folder / "x.graph")) == Texts{"a -next-> b"});
    if (std::system(("gzip " + (folder / "x.graph")).c_str()) != 0) {
        WARN("skipped: there is no gzip here");
        return;
    }
    CHECK(edges(trav::dump::read_edge_list(folder / "x.graph.gz")) == Texts{"a -next-> b"});
}

TEST_CASE("edge list: a file is recognised by its beginning", "[unit]") {
    for (char const* const text : {"# a heap", "\n\n#", "NODE 1 T 0", "ROOT\ta", "WEAK a b"})
        CHECK(looks_like_edge_list(text));
    for (char const* const text : {"", "a b", "{\"snapshot\"", "NODES", "\x1f\x8b"})
        CHECK_FALSE(looks_like_edge_list(text));
}
