// Heaps for tests of profilers.
#pragma once

#include "expected.hpp"
#include "support/heap.hpp"

#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/depth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>

#include <cstddef>
#include <vector>

namespace test {

using Node = Obj<>*;

/// Sizes by number, so that a test can add them up.
inline std::size_t bytes_of(int id) { return static_cast<std::size_t>(8 * (id % 7 + 1)); }

/// The graph over a Heap, with sizes and all objects, but without numbers.
struct SizedObjects {
    using node = Node;
    Heap<>* heap;

    auto const& children(node n) const { return n->fields; }
    std::size_t size(node n) const { return bytes_of(n->id); }
    std::vector<node> objects() const {
        std::vector<node> all;
        for (auto& object : heap->objects) all.push_back(&object);
        return all;
    }
};

/// Calls f(strategy) with each strategy.
template <class F>
void for_each_strategy(F f) {
    f(trav::DepthFirst{});
    f(trav::MarkStack{});
    f(trav::BreadthFirst{});
    f(trav::Prefetch<8>{});
}

}  // namespace test
