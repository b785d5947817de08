// Heaps for tests of profilers.
#pragma once

#include "expected.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"

#include <cstddef>
#include <vector>

namespace test {

using Node = Obj<>*;

/// Sizes by number, so that a test can add them up.
inline std::size_t bytes_of(int id) { return static_cast<std::size_t>(8 * (id % 7 + 1)); }

/// The graph over a Heap, with sizes and all objects, but without indices.
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

}  // namespace test
