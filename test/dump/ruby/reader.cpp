#include "catch.hpp"
#include "lines_of_ruby.hpp"
#include "support/message_of.hpp"

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/retention.hpp>
#include <trav/dump/selector.hpp>
#include <trav/profile/dominator.hpp>

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using trav::dump::Node;
using trav::dump::RubyHeap;
using trav::dump::Selector;

namespace {

Node at(RubyHeap const& heap, std::string const& address) { return Selector('@' + address).find(heap).at(0); }
std::string type(RubyHeap const& heap, std::string const& address) {
    return type_name(heap, at(heap, address));
}
std::string edges(RubyHeap const& heap, std::string const& address) {
    std::string text;
    heap.for_each_edge(at(heap, address), [&](RubyHeap::Edge const& edge) {
        text += (text.empty() ? "" : " ") + std::string(strong(heap, edge) ? "" : "~") +
                std::string(heap.name(edge)) + heap.id(edge.to);
    });
    return text;
}
/// The small heap with one text replaced.
std::string with(std::string const& from, std::string const& to) {
    std::string text = small_ruby;
    auto const begin = text.find(from);
    REQUIRE(begin != std::string::npos);
    return text.replace(begin, from.size(), to);
}
std::string error_of(std::string const& text, std::size_t block = 1 << 12) {
    return test::message_of<trav::dump::Error>([&] { (void)ruby_heap(text, block); });
}

}  // namespace

TEST_CASE("ruby: objects, their classes, and their references", "[unit]") {
    RubyHeap const heap = ruby_heap(small_ruby);
    CHECK(heap.source() == "test.rubyheap");
    CHECK(type(heap, "0x40") == "Hash");
    CHECK(type(heap, "0x50") == "Shop::Session");
    CHECK(type(heap, "0x60") == "Shop::Session");  // it has a singleton class
    CHECK(type(heap, "0x10") == "Class");          // and so has this one
    CHECK(type(heap, "0x70") == "(string)");
    CHECK(type(heap, "0x90") == "(VM/thread)");
    CHECK(edges(heap, "0x40") == "<class>0x30 0x50 0x60");
    CHECK(edges(heap, "0x70").empty());
    CHECK(edges(heap, "vm") == "0x10 0x18 0x10");
    CHECK(heap.size(at(heap, "0x40")) == 168);
    CHECK(heap.size(at(heap, "0x70")) == 40);  // the size of its slot, since nothing else is known
    CHECK(heap.size(at(heap, "vm")) == 0);
}

TEST_CASE("ruby: data have the type of their class, or if it is Object the name of their structure",
          "[unit]") {
    RubyHeap const heap =
        ruby_heap(small_ruby + R"({"address":"0xa0", "type":"DATA", "class":"0x28", "struct":"session"}
{"address":"0xb0", "type":"DATA", "class":"0x10", "struct":"allocation tracer"}
{"address":"0xc0", "type":"OBJECT", "class":"0x10"}
)");
    CHECK(type(heap, "0xa0") == "Shop::Session");
    CHECK(type(heap, "0xb0") == "(allocation tracer)");
    CHECK(type(heap, "0xc0") == "Object");
}

TEST_CASE("ruby: a class without a name has Ruby's text for it", "[unit]") {
    RubyHeap const heap = ruby_heap(with("\"name\":\"Shop::Session\", ", ""));
    CHECK(type(heap, "0x50") == "#<Class:0x28>");
    CHECK(type(heap, "0x60") == "#<Class:0x28>");
    CHECK(heap.name(at(heap, "0x28")).empty());
    CHECK(heap.name(at(heap, "0x11")) == "#<Class:Object>");
}

TEST_CASE("ruby: the type of an object with a chain of singleton classes is the class above them", "[unit]") {
    std::string text = small_ruby;
    auto const address = [](std::size_t number) { return RubyHeap::address(0x1000 + 0x10 * number); };
    constexpr std::size_t longest = 2000;
    for (std::size_t i = 0; i != longest; ++i)
        text += "{\"address\":\"" + address(i) +
                "\", \"type\":\"CLASS\", \"class\":\"0x18\", \"superclass\":\"" +
                (i + 1 == longest ? "0x28" : address(i + 1)) + "\", \"singleton\":true}\n";
    for (std::size_t const i : {std::size_t{0}, longest - 1, longest / 2})
        text += "{\"address\":\"" + RubyHeap::address(0x9000000 + 0x10 * i) +
                "\", \"type\":\"OBJECT\", \"class\":\"" + address(i) + "\"}\n";
    RubyHeap const heap = ruby_heap(text);
    for (std::size_t const i : {std::size_t{0}, longest - 1, longest / 2})
        CHECK(type(heap, RubyHeap::address(0x9000000 + 0x10 * i)) == "Shop::Session");
}

TEST_CASE("ruby: the type of an object or class extended by a module is its class", "[unit]") {
    RubyHeap const heap = ruby_heap(small_ruby + joined_lines(
                                                     R"({"address":"0xa0", "type":"OBJECT", "class":"0xa8"}
{"address":"0xa8", "type":"CLASS", "class":"0x18", "superclass":"0xb0", "singleton":true,
    "references":["0xb0"]}
{"address":"0xb0", "type":"ICLASS", "class":"0x20", "superclass":"0xb8", "references":["0xb8"]}
{"address":"0xb8", "type":"ICLASS", "class":"0x20", "superclass":"0x28", "references":["0x28"]}
{"address":"0xc0", "type":"CLASS", "class":"0xc8", "superclass":"0x10", "name":"Extended"}
{"address":"0xc8", "type":"CLASS", "class":"0x11", "superclass":"0xd0", "singleton":true}
{"address":"0xd0", "type":"ICLASS", "class":"0x20", "superclass":"0x11"}
)"));
    CHECK(type(heap, "0xa0") == "Shop::Session");
    CHECK(type(heap, "0xc0") == "Class");
}

TEST_CASE("ruby: the name of a singleton class of a class with a long name is cut", "[unit]") {
    std::string const name(300, 'S');
    RubyHeap const heap =
        ruby_heap(small_ruby + R"({"address":"0xa0", "type":"CLASS", "class":"0xb0", "name":")" + name + R"("}
{"address":"0xb0", "type":"CLASS", "class":"0xc0", "singleton":true}
{"address":"0xc0", "type":"CLASS", "class":"0x18", "singleton":true}
)");
    CHECK(heap.name(at(heap, "0xa0")) == name);
    CHECK(heap.name(at(heap, "0xb0")) == "#<Class:" + std::string(200, 'S') + "..>");
    CHECK(heap.name(at(heap, "0xc0")) == "#<Class:#<Class:" + std::string(192, 'S') + "..>");
}

TEST_CASE("ruby: a singleton class without a superclass is a type of its own", "[unit]") {
    RubyHeap const heap = ruby_heap(small_ruby + R"({"address":"0xa0", "type":"OBJECT", "class":"0xa8"}
{"address":"0xa8", "type":"CLASS", "class":"0x18", "singleton":true}
{"address":"0xb0", "type":"CLASS", "class":"0x18", "superclass":"0x28", "singleton":true}
)");
    CHECK(type(heap, "0xa0") == "#<Class:0xa8>");
}

TEST_CASE("ruby: only singleton classes of classes with a name have a name from these", "[unit]") {
    RubyHeap const heap =
        ruby_heap(small_ruby + R"({"address":"0xa0", "type":"STRING", "class":"0xa8", "value":"Ann"}
{"address":"0xa8", "type":"CLASS", "singleton":true}
{"address":"0xb0", "type":"CLASS", "class":"0xb8"}
{"address":"0xb8", "type":"CLASS", "singleton":true}
{"address":"0xc0", "type":"CLASS", "class":"0xc8", "name":"Shop::User"}
{"address":"0xc8", "type":"CLASS"}
)");
    for (char const* const its : {"0xa8", "0xb8", "0xc8"}) CHECK(heap.name(at(heap, its)).empty());
}

TEST_CASE("ruby: the first and the last line may be classes with singleton classes", "[unit]") {
    RubyHeap const heap = ruby_heap(R"({"address":"0x1", "type":"CLASS", "class":"0x2", "name":"First"}
{"address":"0x2", "type":"CLASS", "singleton":true}
{"type":"ROOT", "root":"vm"}
{"address":"0x3", "type":"CLASS", "singleton":true}
{"address":"0x4", "type":"CLASS", "class":"0x3", "name":"Last"}
)");
    CHECK(heap.name(at(heap, "0x2")) == "#<Class:First>");
    CHECK(heap.name(at(heap, "0x3")) == "#<Class:Last>");
    CHECK(Selector("Last").find(heap) == std::vector{at(heap, "0x4")});
}

TEST_CASE("ruby: lists of roots have names, and paths may begin at classes, too", "[unit]") {
    RubyHeap const heap = ruby_heap(small_ruby);
    std::string roots;
    heap.for_each_root([&](Node n, std::string_view name) {
        roots += std::string(name) + ' ' + type_name(heap, n) + ' ';
        CHECK(heap.is_runtime(n));
    });
    CHECK(roots == "vm (root) global_tbl (root) ");
    CHECK(Selector("Shop[@0x40][@0x50]").find(heap) == std::vector{at(heap, "0x50")});
    CHECK(Selector("[\"Shop::Session\"]").find(heap) == std::vector{at(heap, "0x28")});
    CHECK(Selector("global_tbl[@0x90]").find(heap) == std::vector{at(heap, "0x90")});
    CHECK(Selector("class:Shop::Session").find(heap).size() == 2);
}

TEST_CASE("ruby: places and times of allocations", "[unit]") {
    RubyHeap const heap =
        ruby_heap(small_ruby + R"({"address":"0xa0", "type":"ARRAY", "file":"a.rb", "line":1}
{"address":"0xb0", "type":"ARRAY", "generation":6}
)");
    trav::dump::Grouping const groupings[] = {RubyHeap::by_site(heap), RubyHeap::by_generation(heap)};
    auto const band = [&](std::size_t breakdown, std::string const& address) {
        return groupings[breakdown].bands[groupings[breakdown].band_of[at(heap, address)]];
    };
    CHECK(band(0, "0x40") == "shop.rb:3");
    CHECK(band(0, "0x60") == "shop.rb:7");
    CHECK(groupings[0].band_of[at(heap, "0x50")] == groupings[0].band_of[at(heap, "0x60")]);
    CHECK(band(1, "0x40") == "0");
    CHECK(band(1, "0x60") == "5");
    CHECK(band(0, "0xa0") == "a.rb:1");
    CHECK(band(1, "0xa0") == "(not traced)");
    CHECK(band(0, "0xb0") == "(not traced)");
    CHECK(band(1, "0xb0") == "6");
    CHECK(band(0, "0x10") == "(not traced)");
    CHECK(band(0, "0x70") == "(not traced)");
    CHECK(band(1, "0x90") == "(not traced)");
    RubyHeap const untraced = ruby_heap(R"({"type":"ROOT","root":"vm"})");
    CHECK(RubyHeap::by_site(untraced).bands == std::vector<std::string>{"(not traced)"});
    CHECK(untraced.site.empty());
    CHECK(heap.places()(at(heap, "0x60")) == "shop.rb:7");
    CHECK(heap.places()(at(heap, "0x10")).empty());
    CHECK(untraced.places()(0).empty());
}

TEST_CASE("ruby: the package is the outermost module of a class", "[unit]") {
    RubyHeap const heap =
        ruby_heap(small_ruby + R"({"address":"0xa0", "type":"CLASS", "class":"0xb0", "name":"Net::HTTP"}
{"address":"0xb0", "type":"CLASS", "class":"0x18", "singleton":true}
{"address":"0xc0", "type":"OBJECT", "class":"0xa0"}
)");
    trav::dump::Grouping const packages = RubyHeap::by_package(heap);
    auto const package = [&](std::string const& address) {
        return packages.bands[packages.band_of[at(heap, address)]];
    };
    CHECK(package("0xa0") == "Net");
    CHECK(package("0xb0") == "Net");  // #<Class:Net::HTTP>
    CHECK(package("0xc0") == "Net");
    CHECK(package("0x28") == "Shop");
    CHECK(package("0x60") == "Shop");
    CHECK(package("0x40") == "(no package)");  // a Hash
}

// In Ruby 3.1 the field is in the position of the class.
TEST_CASE("ruby: the class of an imemo is a reference if it is an object", "[unit]") {
    std::string const imemo = R"(", "type":"IMEMO", "class":"0x40", "imemo_type":)";
    RubyHeap const heap = ruby_heap(
        small_ruby + "{\"address\":\"0xa0" + imemo + "\"ment\", \"references\":[\"0x50\"]}\n" +
        "{\"address\":\"0xb0" + imemo + "\"callcache\"}\n" +
        R"({"address":"0xc0", "type":"IMEMO", "class":"0x7777", "imemo_type":"env", "references":["0x50"]})");
    CHECK(type(heap, "0xa0") == "(ment)");
    CHECK(edges(heap, "0xa0") == "0x40 0x50");
    CHECK(edges(heap, "0xb0") == "~0x40");
    CHECK(edges(heap, "0xc0") == "0x50");
    for (std::string const members :
         {"\"class\":\"0x40\", \"references\":[\"0x7777\"]", "\"references\":[\"0x7777\"]"})
        CHECK(error_of(small_ruby + R"({"address":"0xc0", "type":"IMEMO", "imemo_type":"env", )" + members +
                       "}")
                  .find("line 15: refers to 0x7777") != std::string::npos);
}

TEST_CASE("ruby: a free slot has no class", "[unit]") {  // dump_all(full: true)
    RubyHeap const heap = ruby_heap(small_ruby + R"({"address":"0xa0", "type":"NONE"}
{"address":"0xb0", "type":"NONE", "class":"0xa0"}
{"address":"0xc0", "type":"ZOMBIE", "class":"0x7777"}
)");
    CHECK(type(heap, "0xa0") == "(free slot)");
    CHECK(type(heap, "0xb0") == "(free slot)");
    CHECK(edges(heap, "0xb0").empty());
    CHECK(type(heap, "0xc0") == "(zombie)");
    CHECK(heap.size(at(heap, "0xb0")) == 0);
}

// Ruby 3.3 to 3.5: shapes are lines, the sizes of slots are known, and caches and symbols have more fields.
TEST_CASE("ruby: lines of later versions", "[unit]") {
    RubyHeap const heap = ruby_heap(small_ruby + joined_lines(R"({"address":"0xa0", "type":"SHAPE", "id":7,
    "parent_id":3, "depth":4, "shape_type":"IVAR", "edge_name":"@user", "edges":0, "memsize":32}
{"address":"0xb0", "type":"OBJECT", "shape_id":7, "slot_size":80, "class":"0x28", "embedded":true, "ivars":1,
    "references":["0x70"], "memsize":80, "flags":{"wb_protected":true, "age":3}}
{"address":"0xc0", "type":"IMEMO", "slot_size":40, "imemo_type":"callcache", "called_id":"size",
    "receiver_class":"0x28", "references":["0x70"], "memsize":40}
{"address":"0xd0", "type":"CLASS", "slot_size":160, "class":"0x18", "variation_count":0,
    "superclass":"0x10", "name":"Shop::Order", "references":["0x10"], "memsize":592}
)"));
    CHECK(type(heap, "0xa0") == "(shape)");
    CHECK(heap.size(at(heap, "0xa0")) == 32);
    CHECK(type(heap, "0xb0") == "Shop::Session");
    CHECK(edges(heap, "0xb0") == "<class>0x28 0x70");
    CHECK(edges(heap, "0xc0") == "~0x70");
    CHECK(heap.name(at(heap, "0xd0")) == "Shop::Order");
}

TEST_CASE("ruby: names are cut after whole characters, names of classes are never cut", "[unit]") {
    std::string const sixty(60, 'x'), long_class = "Shop::" + std::string(100, 'S');
    RubyHeap const heap = ruby_heap(R"({"type":"ROOT", "root":"vm"}
{"address":"0x1", "type":"STRING", "value":")" +
                                    sixty + R"(12\u00e9\u20ac"}
{"address":"0x2", "type":"SYMBOL", "value":")" +
                                    sixty + R"(1234"}
{"address":"0x3", "type":"FLOAT", "value":0.5}
{"address":"0x4", "type":"CLASS", "name":")" +
                                    long_class + "\"}");
    CHECK(heap.name(at(heap, "0x1")) == sixty + "12\xc3\xa9");
    CHECK(heap.name(at(heap, "0x2")) == sixty + "1234");
    CHECK(heap.name(at(heap, "0x3")).empty());
    CHECK(heap.name(at(heap, "0x4")) == long_class);
    RubyHeap const broken =
        ruby_heap("{\"type\":\"ROOT\"}\n{\"address\":\"0x1\", \"type\":\"STRING\", \"value\":\"" +
                  std::string(100, '\x80') + "\"}\n");
    CHECK(broken.name(at(broken, "0x1")).empty());
    for (std::string const part : {"1", "12", "123"})  // of a character of four bytes, 3, 2 and 1 fit
        for (std::string const character : {R"(\u20ac)", R"(\ud83d\ude00)"}) {
            RubyHeap const cut =
                ruby_heap("{\"type\":\"ROOT\", \"root\":\"vm\"}\n{\"address\":\"0x1\", \"type\":\"STRING\", "
                          "\"value\":\"" +
                          sixty + part + character + "y\"}\n");
            bool const fits = part == "1" && character.size() == 6;
            CHECK(cut.name(at(cut, "0x1")) == sixty + part + (fits ? "\xe2\x82\xac" : ""));
        }
}

TEST_CASE("ruby: blocks of any length, and a file truncated anywhere", "[unit]") {
    RubyHeap const expected = ruby_heap(small_ruby);
    for (std::size_t const block : {1u, 2u, 3u, 7u, 64u, 333u}) {
        RubyHeap const heap = ruby_heap(small_ruby, block);
        CHECK(heap.addresses == expected.addresses);
        CHECK(heap.edge_to == expected.edge_to);
        CHECK(heap.bytes == expected.bytes);
        CHECK(heap.name(at(heap, "0x70")) == "Ann");
    }
    std::size_t accepted = 0;
    for (std::size_t length = 0; length + 1 != small_ruby.size(); ++length) {
        std::string const error = error_of(small_ruby.substr(0, length));
        if (error.empty()) ++accepted;
        else CHECK(error.find("test.rubyheap: ") == 0);
    }
    CHECK(accepted == 0);  // only without the last line break the file is complete
}

TEST_CASE("ruby: errors name the line", "[unit]") {
    CHECK(error_of("") == "test.rubyheap: the file is empty");
    CHECK(error_of(with("\"0x90\"]}", "\"0x90\"}")) ==
          "test.rubyheap: line 2: expected ',' or ']', found '}'");
    CHECK(error_of(with("\"name\":\"Shop\", ", "\"name\":\"Sh")) ==
          "test.rubyheap: line 6: expected ',' or '}', found 'r'");
    CHECK(error_of(small_ruby + "hello\n") == "test.rubyheap: line 15: expected '{', found 'h'");
    CHECK(error_of(small_ruby + "\n") ==
          "test.rubyheap: line 15: the text ends where '{' is due: the file is cut short");
    CHECK(error_of(small_ruby + "{\"address\":\"0xf0\", \"type\":\"STRING\", \"value\":\"abc") ==
          "test.rubyheap: line 15: the text ends inside a string: the file is cut short");
    CHECK(error_of(small_ruby + "{\"type\":\"ROOT\"} {}") ==
          "test.rubyheap: line 15: something follows the end of the JSON text");
    CHECK(
        error_of(with("[\"0x70\"]", "[\"0x77\"]")) ==
        "test.rubyheap: line 10: refers to 0x77, which is not in the file: it is cut short, or was made with "
        "since:");
    CHECK(
        error_of(with("\"class\":\"0x30\", \"size\"", "\"class\":\"0x31\", \"size\"")) ==
        "test.rubyheap: line 9: refers to 0x31, which is not in the file: it is cut short, or was made with "
        "since:");
    CHECK(error_of(with("\"superclass\":\"0x28\"", "\"superclass\":\"0x29\""))
              .find("line 12: refers to 0x29") != std::string::npos);
    CHECK(error_of(with("\"address\":\"0x70\"", "\"address\":\"0x60\"")) ==
          "test.rubyheap: line 13: 0x60 is the address of line 11, too");
    CHECK(error_of(with("\"address\":\"0x70\"", "\"address\":\"0x90\"")) ==
          "test.rubyheap: line 14: 0x90 is the address of line 13, too");
    CHECK(error_of(with("\"type\":\"STRING\", ", "")) == "test.rubyheap: line 13: an object without a type");
    CHECK(error_of(with("\"address\":\"0x70\", ", "")) ==
          "test.rubyheap: line 13: an object without an address");
    for (std::string const wrong : {"", "0x", "70", "0xg", "0x70 ", "0x0", "0x10000000000000000", "-0x1"})
        CHECK(error_of(with("\"address\":\"0x70\"", "\"address\":\"" + wrong + '"')) ==
              "test.rubyheap: line 13: '" + wrong + "' is no address");
    CHECK(error_of(with("\"memsize\":500", "\"memsize\":-1")).find("line 3: expected an unsigned integer") !=
          std::string::npos);
    CHECK(error_of(with("\"memsize\":500", "\"memsize\":18446744073709551615"))
              .find("line 4: all sizes together are more than 2^64 - 1 bytes") != std::string::npos);
    std::string halves = with("\"memsize\":500", "\"memsize\":9223372036854775808");
    halves.replace(halves.find("\"memsize\":300"), 13, "\"memsize\":9223372036854775808");
    CHECK(error_of(halves).find("line 5: all sizes together are more than 2^64 - 1 bytes") !=
          std::string::npos);
    std::string kinds = "{\"type\":\"ROOT\"}\n";
    for (int i = 1; i <= 251; ++i) {  // beside the first five
        CHECK(error_of(kinds).empty());
        kinds += "{\"address\":\"" + RubyHeap::address(static_cast<std::uint64_t>(i)) + "\", \"type\":\"K" +
                 std::to_string(i) + "\"}\n";
    }
    CHECK(error_of(kinds) == "test.rubyheap: line 252: more than 255 kinds of objects");
    CHECK(error_of(with("\"superclass\":\"0x28\"", "\"superclass\":\"0x68\"")) ==
          "test.rubyheap: line 12: 0x68 is its own superclass");
    CHECK(error_of(small_ruby.substr(small_ruby.find("{\"address\""))) ==
          "test.rubyheap: there is no root in it: it is cut short, or was made with since:");
}

TEST_CASE("ruby: a dump is recognised by its beginning", "[unit]") {
    CHECK(trav::dump::looks_like_ruby(small_ruby));
    CHECK(trav::dump::looks_like_ruby("{\"address\":\"0x7f50c59d5c48\", "));
    CHECK_FALSE(trav::dump::looks_like_ruby("{\"snapshot\":{"));
    CHECK_FALSE(trav::dump::looks_like_ruby("{\"id\":1"));
}

namespace {

RubyHeap shop() {
    trav::dump::Input input("example/data/shop.rubyheap.gz");
    return trav::dump::read_ruby(input);
}

}  // namespace

// shop.counts.txt has Ruby's own counts from right before the dump. While Ruby writes a dump, it makes a few
// objects; programs cannot see all of these.
TEST_CASE("ruby: a dump of Ruby 3.1 has the counts of Ruby", "[conformance]") {
    RubyHeap const heap = shop();
    using Amount = std::pair<std::uint64_t, std::uint64_t>;
    std::map<std::string, Amount> by_type, by_kind;
    for (Node n = 0; n != heap.node_count(); ++n) {
        for (Amount* amount :
             {&by_type[type_name(heap, n)], &by_kind[std::string(heap.group_name(heap.group(n)))]})
            ++amount->first, amount->second += heap.size(n);
    }
    Amount& data = by_kind["data"];  // here threads are a kind of their own
    data.first += by_kind["thread"].first, data.second += by_kind["thread"].second;
    std::set<std::string> const written{"T_CLASS", "T_DATA", "T_IMEMO", "T_FILE"};  // made while dumping
    std::ifstream counts("test/data/ruby/shop.counts.txt");
    std::string called;
    Amount expected;
    std::size_t compared = 0;
    while (counts >> called >> expected.first >> expected.second) {
        std::string kind = called.starts_with("T_") ? called.substr(2) : "";
        for (char& c : kind) c = static_cast<char>(std::tolower(c));
        auto const& ours = kind.empty() ? by_type : by_kind;
        auto const found = ours.find(kind.empty() ? called : kind);
        if (found == ours.end()) continue;  // TOTAL, FREE
        CAPTURE(called);
        if (written.contains(called)) {
            CHECK(found->second.first >= expected.first);
            CHECK(found->second.first <= expected.first + 10);
            CHECK(found->second.second >= expected.second);
        } else {
            CHECK(found->second == expected);
        }
        ++compared;
    }
    CHECK(compared == 6 + 15);
    CHECK(by_type["Shop::Session"].first == 3 * 200);
}

TEST_CASE("ruby: the retained size is the size of everything unreachable without the object",
          "[conformance]") {
    RubyHeap const heap = shop();
    trav::dump::DumpGraph const graph(heap);
    std::vector<Node> const roots = trav::dump::roots(heap);
    auto const tree = trav::dominators(graph, roots);
    auto const reached = [&](Node without) {
        std::vector<bool> seen(heap.node_count());
        std::vector<Node> open;
        std::uint64_t bytes = 0;
        auto const push = [&](Node n) {
            if (n == without || seen[n]) return;
            seen[n] = true;
            bytes += heap.size(n);
            open.push_back(n);
        };
        for (Node const n : roots) push(n);
        while (!open.empty()) {
            Node const n = open.back();
            open.pop_back();
            heap.for_each_edge(n, [&](RubyHeap::Edge const& edge) {
                if (strong(heap, edge)) push(edge.to);
            });
        }
        return bytes;
    };
    std::uint64_t const all = reached(heap.node_count());
    CHECK(tree.total().bytes == all);
    std::vector<Node> tried = Selector("Shop").find(heap);
    for (Node const n : Selector("class:Shop::Session").find(heap)) tried.push_back(n);
    tried.resize(10);
    heap.for_each_edge(tried[0], [&](RubyHeap::Edge const& edge) { tried.push_back(edge.to); });
    std::mt19937 random(1);
    for (int i = 0; i != 100; ++i) tried.push_back(static_cast<Node>(random() % heap.node_count()));
    for (Node const n : tried) {
        CAPTURE(heap.id(n));
        CHECK(tree.retained(n).bytes == all - reached(n));
    }
}

TEST_CASE("ruby: the sessions of the shop are allocated in one line, in three rounds", "[conformance]") {
    RubyHeap const heap = shop();
    std::map<std::string, int> sites;
    trav::dump::Grouping const grouping = RubyHeap::by_site(heap);
    for (Node const n : Selector("class:Shop::Session").find(heap))
        ++sites[grouping.bands[grouping.band_of[n]]];
    CHECK(sites == std::map<std::string, int>{{"example/data/shop.rb:42", 600}});
}

// Its tables are data of the virtual machine with the class Object.
TEST_CASE("ruby: the tracer of allocations has a name", "[conformance]") {
    RubyHeap const heap = shop();
    CHECK(id_life(heap) == trav::dump::IdLife::object);
    std::uint64_t bytes = 0;
    for (Node n = 0; n != heap.node_count(); ++n)
        if (type_name(heap, n) == "(ObjectTracing/allocation_info_tracer)") bytes += heap.size(n);
    CHECK(bytes == 459336);  // zgrep allocation_info_tracer example/data/shop.rubyheap.gz
}
