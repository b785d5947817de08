// Objects that own nothing: garbage, lists of roots, global objects and their dominators.
#include "catch.hpp"
#include "dump/ruby/lines_of_ruby.hpp"
#include "heapprof/node_of.hpp"
#include "heapprof/v8_dump_of.hpp"

#include <heapprof/breakdown/owners.hpp>

#include <trav/dump/make_any_dump.hpp>

#include <set>
#include <string>
#include <vector>

namespace {

using heapprof::Owners;
using trav::dump::AnyDump;
using trav::dump::Node;
using enum trav::dump::V8EdgeKind;

}  // namespace

TEST_CASE("heapprof owner grounds: the first and the last node own nothing if they list roots", "[unit]") {
    Written v8;
    v8.node("synthetic", 100, {{element, 1}, {element, 2}, {element, 4}});
    v8.node("object", 10, {}, "A");
    v8.node("object", 60, {{property, 3}}, "B");
    v8.node("object", 10, {}, "A");
    v8.node("synthetic", 100, {{element, 1}}, "(Handle scope)");
    auto const any = any_dump_of(v8);  // of 280 bytes
    AnyDump const& dump = *any;
    heapprof::RetainedHeap const heap(dump);
    auto const found = heapprof::find_owners(heap, 0.2, [&](Node n) { return type_name(dump, n); });
    CHECK(found.ground == std::vector<bool>{true, false, false, false, true});
    for (Node const n : {0u, 1u, 3u, 4u}) {
        Owners::Owner const& owner = found.owners[found.of_node[n]];
        INFO(n);
        CHECK(owner.node == (n == 3 ? 2 : Owners::nobody));
        if (n != 3) CHECK(owner.group == type_name(dump, n));
    }
}

TEST_CASE("heapprof owner grounds: V8's garbage has retained sizes but no owner", "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{element, 1}});
    v8.node("object", 10, {}, "Kept");
    v8.node("object", 10, {{property, 3}, {weak, 1}}, "Garbage");
    v8.node("object", 80, {}, "Garbage");
    auto const any = any_dump_of(v8);
    AnyDump const& dump = *any;
    heapprof::RetainedHeap const heap(dump);
    CHECK(heap.tree.retained(2).bytes == 90);
    CHECK(heap.tree.total().bytes == 100);
    CHECK(heap.garbage(2));
    CHECK(heap.garbage(3));
    CHECK_FALSE(heap.garbage(1));
    for (auto const& part : heapprof::large_parts(heap, 10)) CHECK((part.node == 0 || part.node == 1));
    auto const owners = heapprof::find_owners(heap, 0.01, [](Node) { return "shared"; });
    constexpr auto unreached = heapprof::Owners::unreached;
    CHECK(owners.of_node[2] == unreached);
    CHECK(owners.of_node[3] == unreached);
    CHECK(owners.of_node[1] != unreached);
}

TEST_CASE("heapprof owner grounds: dominators of a global object, such as V8's context, own nothing",
          "[unit]") {
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("hidden", 4, {{internal, 2, "global_object"}, {internal, 3}, {internal, 4}, {internal, 6}},
            "system / NativeContext");
    v8.node("object", 6, {{property, 5, "app"}}, "global");
    v8.node("closure", 40, {});
    v8.node("code", 30, {});
    v8.node("object", 20, {}, "App");
    v8.node("closure", 40, {});
    auto const any = any_dump_of(v8);
    AnyDump const& dump = *any;
    heapprof::RetainedHeap const heap(dump);
    REQUIRE(heap.tree.idom(2) == 1u);
    auto const found = heapprof::find_owners(heap, 0.5, [&](Node n) { return type_name(dump, n); });
    CHECK(found.ground == std::vector<bool>{true, true, true, false, false, false, false});
    std::set<std::string> shared;
    for (auto const& owner : found.owners) {
        CHECK(owner.node == heapprof::Owners::nobody);
        CHECK(shared.insert(owner.group).second);  // each group once
    }
    CHECK(shared.contains("(closure)"));
    CHECK(found.owners[found.of_node[3]].group == "(closure)");
    CHECK(found.owners[found.of_node[4]].group == "(code)");
    CHECK(found.owners[found.of_node[5]].group == "App");
    CHECK(found.of_node[6] == found.of_node[3]);
}

TEST_CASE("heapprof owner grounds: Ruby's class Object owns nothing, since its constants are global",
          "[unit]") {
    // Two modules share five prices of 100 bytes.
    std::string prices = R"("0x100", "0x101", "0x102", "0x103", "0x104")", text;
    auto const line = [&](std::string const& rest) { text += '{' + rest + "}\n"; };
    line(R"("type":"ROOT", "root":"vm", "references":["0x10", "0x18"])");
    line(R"("address":"0x18", "type":"CLASS", "class":"0x18", "name":"Class", "memsize":8)");
    line(R"("address":"0x10", "type":"CLASS", "class":"0x18", "name":"Object", "memsize":8,)"
         R"("references":["0x20", "0x21"])");
    line(R"("address":"0x20", "type":"MODULE", "name":"Cache", "references":["0x30"], "memsize":8)");
    line(R"("address":"0x21", "type":"MODULE", "name":"Audit", "references":["0x31"], "memsize":8)");
    line(R"("address":"0x30", "type":"ARRAY", "references":[)" + prices + R"(], "memsize":40)");
    line(R"("address":"0x31", "type":"ARRAY", "references":[)" + prices + R"(], "memsize":40)");
    for (char const n : {'0', '1', '2', '3', '4'})
        line(R"("address":"0x10)" + std::string(1, n) + R"(", "type":"STRUCT", "memsize":100)");
    auto const any = trav::dump::any_dump(ruby_heap(text));
    AnyDump const& dump = *any;
    heapprof::RetainedHeap const heap(dump);
    Node const object = test::node_of(dump, "0x10"), price = test::node_of(dump, "0x104");
    REQUIRE(heap.tree.idom(price) == object);
    auto const found = heapprof::find_owners(heap, 0.3, [](Node) { return std::string("some"); });
    for (auto const& owner : found.owners) CHECK(owner.node != object);
    auto const& owner = found.owners[found.of_node[price]];
    CHECK(owner.node == heapprof::Owners::nobody);
    CHECK(owner.group == "some");
}
