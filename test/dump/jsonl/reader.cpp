#include "catch.hpp"
#include "dump/joined_lines.hpp"
#include "support/message_of.hpp"

#include <trav/dump/jsonl/reader.hpp>
#include <trav/dump/selector.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using test::message_of;
using trav::dump::EdgeList;
using trav::dump::Error;
using trav::dump::Node;
using trav::dump::Selector;

namespace {

EdgeList read(std::string const& text, std::size_t block = 1 << 12) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "test.jsonl", block);
    return trav::dump::read_json_lines(input);
}
std::string error_of(std::string const& text) {
    return message_of<Error>([&] { (void)read(text); });
}
/// A line for each object with its edges. ~ marks weak edges, ! edges of the runtime.
std::string shown(EdgeList const& list) {
    std::string text;
    for (Node n = 0; n != list.node_count(); ++n) {
        text += std::string(list.id(n)) + ' ' + type_name(list, n) + ' ' + std::to_string(list.size(n)) +
                ' ' + std::string(list.name(n)) + ':';
        list.for_each_edge(n, [&](EdgeList::Edge const& edge) {
            text += ' ' +
                    std::string(edge.weak                ? "~"
                                : list.machinery()(edge) ? "!"
                                                         : "") +
                    std::string(list.name(edge)) + '>' + std::string(list.id(edge.to));
        });
        text += '\n';
    }
    return text;
}
std::string roots(EdgeList const& list) {
    std::string text;
    list.for_each_root([&](Node n, std::string_view name) {
        text += std::string(list.id(n)) + '=' + std::string(name) + ' ';
    });
    return text;
}

std::string const game =
    joined_lines(R"({"id": 1, "type": "Game", "size": 64, "name": "game", "roots": ["main", "app"],
    "refs": [2, {"id": "x", "name": "level"}]}
{"refs": [{"weak": true, "id": 1, "name": 0, "since": [1, {}]}, {"id": 3,
    "runtime": true}, {"id": 2}], "id": "2", "size": 5, "type": "Level"}
{"id":"x","type":"Level","size":7,"roots":true,"colour":{"r":1.5}}
)");

}  // namespace

TEST_CASE("json lines: objects, names, references and roots", "[unit]") {
    for (std::size_t const block : {1u, 3u, 50u, 4096u}) {
        EdgeList const list = read(game, block);
        CHECK(shown(list) == "1 Game 64 game: >2 level>x\n"
                             "2 Level 5 : ~0>1 !>3 >2\n"  // 2 and "2" are the same id
                             "x Level 7 :\n"
                             "3 (undeclared) 0 :\n");
        CHECK(roots(list) == "1=main 1=app x=x ");
        CHECK(list.source() == "test.jsonl");
        CHECK(Selector("app.level").find(list) == std::vector<Node>{2});
    }
}

TEST_CASE("json lines: without a root, the roots are the objects without references to them", "[unit]") {
    CHECK(roots(read(R"({"id":1,"type":"A","size":0,"name":"a","refs":[1,2]}
{"id":3,"type":"A","size":0,"roots":false}
{"id":2,"type":"A","size":0,"roots":[]})")) == "1=a 3=3 ");
    CHECK(error_of(R"({"id":1,"type":"A","size":0,"refs":[{"id":2}]}
{"id":2,"type":"A","size":0,"refs":[1]})") ==
          "test.jsonl: there is no root in it, and no node that no other refers to");
}

TEST_CASE("json lines: empty lines and white space are skipped, but lines are counted", "[unit]") {
    EdgeList const list = read("\xef\xbb\xbf\n { \"id\" : 1 , \"type\":\"A\",\t\"size\": 3 } \r\n\n");
    CHECK(shown(list) == "1 A 3 :\n");
    CHECK(error_of("\n\n{}\n").find("test.jsonl: line 3: ") == 0);
}

TEST_CASE("json lines: the last line says how many objects there are", "[unit]") {
    std::string const one = R"({"id":1,"type":"A","size":1,"refs":[2]})"
                            "\n",
                      two = R"({"id":3,"type":"A","size":1})"
                            "\n";
    std::string const remark = R"(its last line is not {"objects": LINES}: )"
                               "objects or references are missing if the file was cut short";
    CHECK(read(one + two).remark() == remark);
    CHECK(read(one + two + R"({"objects": 2})").remark().empty());  // 2 is not declared
    CHECK(shown(read(one + two + "{\"objects\": 2}\n\n")) == shown(read(one + two)));
    CHECK(error_of(one + R"({"objects": 2})") ==
          "test.jsonl: line 2: the end says that 2 lines are before it, not 1");
    CHECK(error_of(one + "{\"objects\": 1}\n" + two) == "test.jsonl: line 3: a line follows the end");
    CHECK(error_of(R"({"objects": 0})") == "test.jsonl: there is no node in it");
    // of an object it is a member like any other
    CHECK(read(R"({"id":1,"type":"A","size":1,"objects":7})").node_count() == 1);
}

TEST_CASE("json lines: errors name the line", "[unit]") {
    std::string const good = R"({"id":1,"type":"A","size":1})";
    std::pair<std::string, std::string> const cases[] = {
        {"", ": there is no node in it"},
        {good + "\nhello", ": line 2: expected '{', found 'h'"},
        {good.substr(0, 20), ": line 1: the text ends inside a string: the file is cut short"},
        {good + "\n" + good.substr(0, 15),
         ": line 2: the text ends where a string is due: the file is cut short"},
        {good + good, ": line 1: something follows the end of the JSON text"},
        {good + "\n" + good, ": line 2: node 1 is declared in line 1"},
        {"[1]", ": line 1: expected '{', found '['"},
        {R"({"type":"A","size":1})", ": line 1: an object without an \"id\""},
        {R"({"id":1,"size":1})", ": line 1: an object without a \"type\""},
        {R"({"id":1,"type":"A"})", ": line 1: an object without a \"size\""},
        {R"({"id":"","type":"A","size":1})", ": line 1: an id is empty"},
        {R"({"id":1,"type":"","size":1})", ": line 1: a type is empty"},
        {R"({"id":null,"type":"A","size":1})", ": line 1: expected an unsigned integer, found 'n'"},
        {R"({"id":1,"type":"A","size":-1})", ": line 1: expected an unsigned integer, found '-'"},
        {R"({"id":1,"type":"A","size":1.5})", ": line 1: a fraction where an unsigned integer is due"},
        {R"({"id":1,"type":"A","size":1,"refs":3})", ": line 1: expected '[', found '3'"},
        {R"({"id":1,"type":"A","size":1,"refs":[{"name":"a"}]})", ": line 1: a reference without an \"id\""},
        {R"({"id":1,"type":"A","size":1,"refs":[{"id":1,"weak":1}]})", ": line 1: expected true or false"},
        {R"({"id":1,"type":"A","size":1,"roots":"main"})", ": line 1: expected true or false"},
        {R"({"id":1,"type":"A","size":1,"roots":[1]})", ": line 1: expected a string, found '1'"},
        {R"({"id":1,"type":"A","size":18446744073709551615})"
         "\n"
         R"({"id":2,"type":"A","size":1})",
         ": line 2: all sizes together are more than 2^64 - 1 bytes"},
    };
    for (auto const& [text, says] : cases) {
        CAPTURE(text);
        CHECK(error_of(text).substr(0, 10 + says.size()) == "test.jsonl" + says);
    }
}

TEST_CASE("json lines: a dump is recognised by its beginning", "[unit]") {
    for (char const* const text : {"{\"id\":1", " {\n \"id\"", "{\"id\""})
        CHECK(trav::dump::looks_like_json_lines(text));
    for (char const* const text :
         {"", "{", "{\"", "{\"idea\":1", "{\"type\":\"ROOT\"", "[{\"id\":1", "{id\":"})
        CHECK_FALSE(trav::dump::looks_like_json_lines(text));
}

TEST_CASE("json lines: some objects may have origins", "[unit]") {
    EdgeList const list =
        read(R"({"id":1,"type":"App","size":8,"roots":true,"refs":[2,3],"file":"app/main.py"}
{"id":2,"type":"Cart","size":8,"site":"app/cart.py:7","package":"app"}
{"id":3,"type":"Cart","size":8,"package":"","site":"app/cart.py:7"}
)");
    auto const bands = [&](std::string_view name) {
        std::vector<std::string> result;
        for (auto const& by : trav::dump::breakdowns<EdgeList>()) {
            if (by.name != name) continue;
            auto const grouping = by.grouping(list);
            for (std::uint32_t const band : grouping.band_of) result.push_back(grouping.bands[band]);
        }
        return result;
    };
    using Texts = std::vector<std::string>;
    CHECK(bands("package") == Texts{"(no package)", "app", "(no package)"});
    CHECK(bands("file") == Texts{"app/main.py", "(no file)", "(no file)"});
    CHECK(bands("site") == Texts{"(no site)", "app/cart.py:7", "app/cart.py:7"});
    CHECK(list.places()(0).empty());
    CHECK(list.places()(1) == "app/cart.py:7");
    EdgeList const none = read(R"({"id":1,"type":"App","size":8})");
    CHECK(message_of<Error>([&] { (void)trav::dump::breakdowns<EdgeList>()[1].grouping(none); }) ==
          "test.jsonl: does not say the 'file' of objects");
    CHECK(error_of(R"({"id":1,"type":"App","size":8,"file":7})").starts_with("test.jsonl: line 1: "));
}

TEST_CASE("json lines: values of objects and of their fields", "[unit]") {
    EdgeList const list = read(joined_lines(R"({"id": 1, "type": "Order", "size": 8,
    "fields": {"total": -0.5, "open": true, "user name": "Ann \u00e9", "next": null, "big": 9007199254740993},
    "refs": [{"id": 2, "name": "count"}]}
{"id": 2, "type": "int", "size": 28, "value": 5}
{"id": 3, "type": "int", "size": 28, "value": 1e999, "name": "large"}
{"id": 4, "type": "float", "size": 24, "value": NaN}
{"objects": 4}
)"));
    std::string text;
    auto const add = [&](trav::dump::DumpValue const& value) {
        text += std::string(list.id(value.node)) + '.' + std::string(value.field) + ' ' +
                std::to_string(static_cast<int>(value.kind)) + ' ' + std::string(value.text) + '\n';
    };
    list.for_each_value(std::vector<bool>(4, true), add);
    CHECK(text == "1.total 0 -0.5\n1.open 1 true\n1.user name 2 Ann \xc3\xa9\n1.next 3 null\n"
                  "1.big 0 9007199254740993\n2. 0 5\n3. 0 1e999\n4. 0 NaN\n");
    CHECK(list.name(1) == "5");  // the value is the name, unless there is one
    CHECK(list.name(2) == "large");
    CHECK(list.name(0).empty());
    text.clear();
    list.for_each_value({false, true, false, false}, add);
    CHECK(text == "2. 0 5\n");
    CHECK(list.no_values().empty());
    CHECK(read(game).no_values() == "no object in it has a value");
}

TEST_CASE("json lines: wrong values are errors", "[unit]") {
    auto const wrong = [](std::string const& members, std::string const& says) {
        INFO(members);
        CHECK(error_of(R"({"id": 1, "type": "x", "size": 1, )" + members + "}").ends_with(says));
    };
    wrong(R"("value": yes)", "line 1: 'yes' is no number, true, false or null");
    wrong(R"("value": 1-2)", "line 1: '1-2' is no number, true, false or null");
    wrong(R"("value": inf)", "line 1: 'inf' is no number, true, false or null");
    wrong(R"("value": -)", "line 1: '-' is no number, true, false or null");
    wrong(R"("value": [1])", "line 1: expected a value, found '['");
    wrong(R"("fields": 5)", "line 1: expected '{', found '5'");
    wrong(R"("fields": {"": 5})", "line 1: a field without a name");
}
