// bench/peer/by_hand.hpp: a good programmer's loops, for any way to mark a node and to list its children:
// `first(n)` marks n and returns whether it was unmarked; `fields(n)` is a range of nodes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace bench {

/// Marks nodes when they are pushed.
template <class N>
std::uint64_t mark_stack_by_hand(std::vector<N> const& roots, auto first, auto fields) {
    std::uint64_t found = 0;
    std::vector<N> stack;
    auto const push = [&](N n) {
        if (!first(n)) return;
        ++found;
        stack.push_back(n);
    };
    for (N const root : roots) {
        push(root);
        while (!stack.empty()) {
            N const n = stack.back();
            stack.pop_back();
            for (N const child : fields(n)) push(child);
        }
    }
    return found;
}

/// Depth first from left to right, with a cursor into the children of each open node: GHC's order.
template <class N>
std::uint64_t cursors_by_hand(std::vector<N> const& roots, auto first, auto fields) {
    using Cursor = decltype(fields(roots[0]).begin());
    std::uint64_t found = 0;
    std::vector<std::pair<Cursor, Cursor>> stack;
    auto const enter = [&](N n) {
        if (!first(n)) return;
        ++found;
        auto const children = fields(n);
        if (children.begin() != children.end()) stack.emplace_back(children.begin(), children.end());
    };
    for (N const root : roots) {
        enter(root);
        while (!stack.empty()) {
            auto& [at, end] = stack.back();
            N const child = *at++;
            if (at == end) stack.pop_back();
            enter(child);
        }
    }
    return found;
}

/// Breadth first.
template <class N>
std::uint64_t queue_by_hand(std::vector<N> const& roots, auto first, auto fields) {
    std::uint64_t found = 0;
    std::vector<N> level, next;
    auto const push = [&](N n) {
        if (!first(n)) return;
        ++found;
        next.push_back(n);
    };
    for (N const root : roots) push(root);
    while (!next.empty()) {
        level.swap(next);
        next.clear();
        for (N const n : level)
            for (N const child : fields(n)) push(child);
    }
    return found;
}

/// Sends edges through a prefetching queue of `Depth` between the stack and the visit (Cher, Hosking and
/// Vitek, 2004).
template <std::size_t Depth, class N>
std::uint64_t fifo_by_hand(std::vector<N> const& roots, auto first, auto fields, auto prefetch) {
    std::uint64_t found = 0;
    std::vector<N> stack(roots);
    std::array<N, Depth> ring{};
    std::size_t head = 0, count = 0;
    for (;;) {
        while (count < Depth && !stack.empty()) {
            prefetch(stack.back());
            ring[(head + count++) % Depth] = stack.back();
            stack.pop_back();
        }
        if (count == 0) return found;
        N const n = ring[head];
        head = (head + 1) % Depth;
        --count;
        if (!first(n)) continue;
        ++found;
        for (N const child : fields(n)) stack.push_back(child);
    }
}

}  // namespace bench
