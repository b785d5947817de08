// Objects waiting for their finalizer, in random heaps, beside a model with passes over all references.
#include "catch.hpp"
#include "dump/jvm/filled_heap.hpp"

#include <trav/dump/jvm/detail/finalizable.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

using trav::dump::jvm_null;
using trav::dump::JvmReference;
using trav::dump::Node;

namespace {

/// Plain objects, arrays, and references of each kind, with the referent as the second field.
struct Heap : FilledHeap {
    static constexpr std::uint32_t plain = 0, array = 1, weak = 3, finalizer = 4;

    Heap() {
        shapes = {{.fields = {0, 0}, .references = 2}, {.elements_refer = true}};
        for (JvmReference const kind :
             {JvmReference::soft, JvmReference::weak, JvmReference::finalizer, JvmReference::phantom})
            shapes.push_back({.fields = {0, 0}, .references = 2, .weak_field = 1, .reference = kind});
    }
    /// The roots with this name.
    std::vector<Node> named(std::uint32_t name) const {
        std::vector<Node> nodes;
        for (Root const& root : roots)
            if (root.name == name) nodes.push_back(root.node);
        return nodes;
    }
};

}  // namespace

TEST_CASE("jvm finalizable: only objects out of the roots' reach without references", "[unit]") {
    std::size_t some = 0;
    for (std::uint32_t seed = 0; seed != 300; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(seed);
        Heap heap;
        Node const count = 1 + static_cast<Node>(random() % 30);
        auto const any = [&] { return static_cast<Node>(random() % count); };
        for (Node n = 0; n != count; ++n) {
            auto const shape = static_cast<std::uint32_t>(random() % heap.shapes.size());
            std::vector<Node> to(shape == Heap::array ? random() % 3 : 2);
            for (Node& each : to) each = random() % 3 == 0 ? jvm_null : any();
            heap.add(shape, to);
        }
        for (std::size_t roots = random() % 4; roots != 0; --roots) heap.roots.push_back({any(), 7});

        std::vector<bool> alive(count);
        for (auto const& root : heap.roots) alive[root.node] = true;
        heap.spread(alive, [](Node) { return true; });
        std::vector<Node> expected;
        for (Node n = 0; n != count; ++n) {
            if (heap.shape_of[n] != Heap::finalizer) continue;
            Node const to = heap.slots[heap.first_slot[n] + 1];
            if (to == jvm_null || alive[to] || std::ranges::count(expected, to) != 0) continue;
            expected.push_back(to);
        }
        std::vector<Node> const before = heap.named(7);
        trav::dump::detail::add_finalizable(heap, 9);
        CHECK(heap.named(7) == before);
        CHECK(heap.named(9) == expected);
        CHECK(heap.roots.size() == before.size() + expected.size());
        CHECK(heap.finalizable == expected.size());
        some += expected.size();
    }
    CHECK(some > 300);
}

TEST_CASE("jvm finalizable: an object reached only from a waiting object waits, too", "[unit]") {
    Heap heap;
    heap.add(Heap::finalizer, {jvm_null, 2});
    heap.add(Heap::finalizer, {jvm_null, 3});
    heap.add(Heap::plain, {3, jvm_null});
    heap.add(Heap::plain, {jvm_null, jvm_null});
    heap.add(Heap::weak, {jvm_null, 2});
    heap.roots = {{0, 1}, {1, 1}, {4, 1}};
    trav::dump::detail::add_finalizable(heap, 2);
    CHECK(heap.named(2) == std::vector<Node>{2, 3});
    CHECK(heap.finalizable == 2);
}
