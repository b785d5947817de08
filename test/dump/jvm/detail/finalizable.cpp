// Random heaps, beside a model: the live objects, by repeated passes over all edges.
#include "catch.hpp"

#include <trav/dump/jvm/detail/finalizable.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using trav::dump::jvm_null;
using trav::dump::JvmHeap;
using trav::dump::JvmReference;
using trav::dump::Node;

namespace {

/// Shapes: plain objects, arrays, and references of each kind, with the referent as the second field.
void add_shapes(JvmHeap& heap) {
    heap.strings.add("");
    heap.shapes = {{.fields = {0, 0}, .references = 2}, {.elements_refer = true}};
    for (JvmReference const kind :
         {JvmReference::soft, JvmReference::weak, JvmReference::finalizer, JvmReference::phantom})
        heap.shapes.push_back({.fields = {0, 0}, .references = 2, .weak_field = 1, .reference = kind});
}
constexpr std::uint32_t plain = 0, array = 1, weak = 3, finalizer = 4;

void add(JvmHeap& heap, std::uint32_t shape, std::vector<Node> const& to) {
    heap.ids.push_back(heap.node_count());
    heap.shape_of.push_back(shape);
    heap.length.push_back(static_cast<std::uint32_t>(to.size()));
    heap.first_slot.push_back(static_cast<std::uint32_t>(heap.slots.size()));
    for (Node const each : to) heap.slots.push_back(each);
}

/// The roots with this name.
std::vector<Node> named(JvmHeap const& heap, std::uint32_t name) {
    std::vector<Node> nodes;
    for (auto const& root : heap.roots)
        if (root.name == name) nodes.push_back(root.node);
    return nodes;
}

}  // namespace

TEST_CASE("jvm finalizable: only what no root reaches without a reference", "[unit]") {
    std::size_t some = 0;
    for (std::uint32_t seed = 0; seed != 300; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        JvmHeap heap;
        add_shapes(heap);
        Node const count = 1 + static_cast<Node>(random() % 30);
        auto const any = [&] { return static_cast<Node>(random() % count); };
        for (Node n = 0; n != count; ++n) {
            auto const shape = static_cast<std::uint32_t>(random() % heap.shapes.size());
            std::vector<Node> to(shape == array ? random() % 3 : 2);
            for (Node& each : to) each = random() % 3 == 0 ? jvm_null : any();
            add(heap, shape, to);
        }
        for (std::size_t roots = random() % 4; roots != 0; --roots) heap.roots.push_back({any(), 7});

        std::vector<bool> alive(count);
        for (auto const& root : heap.roots) alive[root.node] = true;
        for (Node passes = 0; passes != count; ++passes)
            for (Node n = 0; n != count; ++n) {
                bool const refers = heap.shape_of[n] > array;
                std::uint32_t const strong = refers ? 1 : heap.length[n];
                for (std::uint32_t i = 0; i != strong; ++i)
                    if (Node const to = heap.slots[heap.first_slot[n] + i]; alive[n] && to != jvm_null)
                        alive[to] = true;
            }
        std::vector<Node> expected;
        for (Node n = 0; n != count; ++n) {
            if (heap.shape_of[n] != finalizer) continue;
            Node const to = heap.slots[heap.first_slot[n] + 1];
            if (to == jvm_null || alive[to] || std::ranges::count(expected, to) != 0) continue;
            expected.push_back(to);
        }
        std::vector<Node> const before = named(heap, 7);
        trav::dump::detail::add_finalizable(heap, 9);
        CHECK(named(heap, 7) == before);
        CHECK(named(heap, 9) == expected);
        CHECK(heap.roots.size() == before.size() + expected.size());
        CHECK(heap.finalizable == expected.size());
        some += expected.size();
    }
    CHECK(some > 300);
}

TEST_CASE("jvm finalizable: an object that only another one that waits refers to waits, too", "[unit]") {
    JvmHeap heap;
    add_shapes(heap);
    add(heap, finalizer, {jvm_null, 2});
    add(heap, finalizer, {jvm_null, 3});
    add(heap, plain, {3, jvm_null});
    add(heap, plain, {jvm_null, jvm_null});
    add(heap, weak, {jvm_null, 2});
    heap.roots = {{0, 1}, {1, 1}, {4, 1}};
    trav::dump::detail::add_finalizable(heap, 2);
    CHECK(named(heap, 2) == std::vector<Node>{2, 3});
    CHECK(heap.finalizable == 2);
}
