#include "catch.hpp"

#include <trav/dump/jvm/heap.hpp>

#include <string>
#include <string_view>

TEST_CASE("jvm heap: filled by hand", "[unit]") {
    trav::dump::JvmHeap heap;
    heap.file = "hand";
    for (std::string const text : {"", "T", "next", "T[]", "top", "base"})
        heap.strings.add([&](std::string& to) { to += text; });
    heap.shapes = {{},
                   {.type = 1,
                    .of_class = 0,
                    .bytes = 16,
                    .fields = {2},
                    .references = 2,
                    .above = 3,
                    .far_above = 3,
                    .weak_field = 1},
                   {.type = 3, .bytes = 16, .element = 4, .elements_refer = true},
                   {.fields = {5}, .references = 1}};
    heap.ids = {0xabc, 0x10};
    heap.shape_of = {1, 2}, heap.length = {0, 3}, heap.first_slot = {0, 2};
    heap.slots = {1, 1, trav::dump::jvm_null, 0, trav::dump::jvm_null};
    heap.shapes[1].defines = true;
    heap.defined = {{0, 1}, {1, 0}};
    heap.roots = {{1, 4}};
    heap.names = {{1, 2}};
    CHECK(heap.id(0) == "0xabc");
    CHECK(heap.size(0) == 16);
    CHECK(heap.size(1) == 32);  // 28
    CHECK(name(heap, 1) == "next");
    CHECK(name(heap, 0).empty());
    CHECK(heap.find_field(heap.shapes[1], "next") == 0);
    CHECK(heap.find_field(heap.shapes[1], "base") == 1);
    CHECK(heap.find_field(heap.shapes[1], "top") == 2);
    heap.for_each_root([](trav::dump::Node n, std::string_view root) {
        CHECK(n == 1);
        CHECK(root == "top");
    });
    std::string found;
    for (trav::dump::Node const n : {0u, 1u})
        heap.for_each_edge(n, [&](auto const& edge) {
            found += heap.name(edge) + (strong(heap, edge) ? "+" : "-") + std::to_string(edge.to) +
                     (machinery(heap)(edge) ? "m " : " ");
        });
    CHECK(found == "<class>+0m next+1 base-1 <defined>+1m 1+0 ");
}
