#include "lines_of_ruby.hpp"

#include "catch.hpp"

#include <trav/dump/groups.hpp>
#include <trav/dump/selector.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using trav::dump::RubyHeap;

static_assert(trav::dump::Dump<RubyHeap>);

TEST_CASE("ruby heap: the object at which paths begin has no bytes, and nothing refers to it", "[unit]") {
    RubyHeap const heap = ruby_heap(small_ruby);
    trav::dump::Node const names = heap.globals().at(0);
    CHECK(heap.size(names) == 0);
    CHECK(heap.id(names) == "(names)");
    CHECK_FALSE(heap.has_pairs(names));
    CHECK(heap.pairs.size() == heap.node_count());
    CHECK(heap.has_class.size() == heap.node_count());
    CHECK_FALSE(heap.is_runtime(names));
    std::uint32_t edges = 0;
    std::string fields;
    for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
        heap.for_each_edge(n, [&](RubyHeap::Edge const& edge) {
            CHECK(edge.to != names);
            ++edges;
            if (n == names) fields += std::string(heap.name(edge)) + ' ';
        });
    CHECK(heap.edge_count() == edges);
    CHECK(fields == "vm global_tbl Object #<Class:Object> Class Shop Shop::Session Hash ");
}

TEST_CASE("ruby heap: machinery is links to classes, except from roots and constants", "[unit]") {
    RubyHeap const heap = ruby_heap(
        small_ruby +
        joined_lines(
            R"({"address":"0xa0", "type":"ICLASS", "class":"0x20", "superclass":"0x10", "references":["0x10"]}
{"address":"0xb0", "type":"IMEMO", "imemo_type":"ment", "references":["0x28", "0x70"]}
{"address":"0xc0", "type":"CLASS", "class":"0x18", "superclass":"0xa0", "name":"Mixed",
    "references":["0xa0", "0x50"]}
)"));
    std::string links;
    auto const machinery = heap.machinery();
    for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
        heap.for_each_edge(n, [&](RubyHeap::Edge const& edge) {
            if (!machinery(edge) && heap.group(n) != RubyHeap::root_group)
                links += heap.id(n) + '-' + heap.id(edge.to) + ' ';
            if (heap.group(n) == RubyHeap::root_group) CHECK_FALSE(machinery(edge));
        });
    // Constants of Object and Shop; objects; the class of a singleton class.
    CHECK(links ==
          "0x10-0x11 0x10-0x20 0x10-0x30 0x11-0x10 0x20-0x40 0x20-0x28 0x40-0x50 0x40-0x60 0x50-0x70 "
          "0x60-0x70 0x68-0x60 0xb0-0x70 0xc0-0x50 ");
}

TEST_CASE("ruby heap: inline caches hold nothing", "[unit]") {
    std::string const imemo = R"(", "type":"IMEMO", "references":["0x50"], "imemo_type":)";
    RubyHeap const heap =
        ruby_heap(small_ruby + "{\"address\":\"0xa0" + imemo + "\"constcache\"}\n" + "{\"address\":\"0xb0" +
                  imemo + "\"callcache\"}\n" + "{\"address\":\"0xc0" + imemo + "\"ment\"}\n");
    for (auto const& [address, holds] : {std::pair("@0xa0", false), {"@0xb0", false}, {"@0xc0", true}}) {
        trav::dump::Node const n = trav::dump::Selector(address).find(heap).at(0);
        bool const expected = holds;  // clang 14 captures no structured bindings
        heap.for_each_edge(n, [&](RubyHeap::Edge const& edge) { CHECK(strong(heap, edge) == expected); });
    }
}

TEST_CASE("ruby heap: kinds of objects, including threads, are groups", "[unit]") {
    RubyHeap const heap = ruby_heap(small_ruby);
    trav::dump::Groups const groups(heap);
    auto const group = [&](std::string const& selector) {
        return groups.name(groups.of(trav::dump::Selector(selector).find(heap).at(0)));
    };
    CHECK(group("@0x90") == "thread");
    CHECK(group("@0x10") == "class");
    CHECK(group("@0x20") == "module");
    CHECK(group("@0x40") == "hash");
    CHECK(group("vm") == "root");
    CHECK(trav::dump::default_retainers<RubyHeap>() == "class,module,thread,root");
}

TEST_CASE("ruby heap: the rest of a long text tells it from others with the same beginning", "[unit]") {
    std::string const same(64, 'x');
    std::string text = "{\"type\":\"ROOT\"}\n";
    for (std::string const end : {"", "a", "b", "a"})
        text += "{\"address\":\"" + RubyHeap::address(text.size()) + "\", \"type\":\"STRING\", \"value\":\"" +
                same + end + "\"}\n";
    std::vector<std::uint64_t> rests;
    ruby_heap(text).for_each_string([&](trav::dump::DumpString const& string) {
        CHECK(string.text == same);
        rests.push_back(string.rest_hash);
    });
    REQUIRE(rests.size() == 4);
    CHECK(rests[0] == 0);
    CHECK(rests[1] != rests[0]);
    CHECK(rests[2] != rests[0]);
    CHECK(rests[2] != rests[1]);
    CHECK(rests[3] == rests[1]);
}
