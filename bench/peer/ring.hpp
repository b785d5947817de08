// bench/peer/ring.hpp: the best handwritten kernel: edges on a stack, a ring of 128 outstanding prefetches
// between the stack and the visit, and no branch on whether a node is new: "new" is a 0 or 1 that masks the
// number of its children.
//
// `Nodes` describes nodes:
//     using node;
//     node dummy();                                   // a marked node without children, to fill the ring
//     void prefetch(node);
//     std::size_t take(node n, bool& fresh, node const*& fields);
//         // marks n; returns its number of children, 0 if it was marked; four are readable at `fields`
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bench {

/// Calls visited(n, fresh) on every arrival.
template <class Nodes>
std::uint64_t ring_by_hand(Nodes nodes, std::vector<typename Nodes::node> const& roots, auto visited) {
    using N = typename Nodes::node;
    constexpr std::size_t depth = 128, inline_fields = 4;
    std::uint64_t found = 0;
    std::vector<N> stack(roots);
    std::size_t top = roots.size();
    stack.resize(top + 4096);
    N ring[depth];
    for (N& n : ring) n = nodes.dummy();
    std::size_t head = 0;
    for (std::size_t idle = 0; idle <= depth; head = (head + 1) % depth) {
        N const n = ring[head];
        if (top != 0) {
            N const next = stack[--top];
            nodes.prefetch(next);
            ring[head] = next;
            idle = 0;
        } else {
            ring[head] = nodes.dummy();
            ++idle;
        }
        bool fresh;
        N const* fields;
        std::size_t const count = nodes.take(n, fresh, fields);
        visited(n, fresh);
        found += fresh;
        if (top + count + inline_fields > stack.size()) [[unlikely]]
            stack.resize(2 * (top + count + inline_fields));
        N* to = stack.data() + top;
        if (count <= inline_fields) [[likely]] {
            for (std::size_t i = 0; i != inline_fields; ++i) to[i] = fields[i];
        } else {
            for (std::size_t i = 0; i != count; ++i) to[i] = fields[i];
        }
        top += count;
    }
    return found;
}

}  // namespace bench
