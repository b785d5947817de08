// trav/strategy/prefetch.hpp: a mark stack with a ring of outstanding prefetches in front of the visit, so that a heap larger
// than the caches is not walked at the speed of its memory latency (Cher, Hosking and Vitek, 2004).
//
// The order is nobody's: a policy must not depend on it. Nodes that are pointers are prefetched; a graph of other nodes may
// offer address(node). Otherwise it is a mark stack.
#pragma once

#include "worklist.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

template <class G>
TRAV_INLINE void prefetch(G const& graph, node_t<G> const& n) {
    if constexpr (requires { graph.address(n); }) __builtin_prefetch(graph.address(n), 1);
    else if constexpr (std::is_pointer_v<node_t<G>>) __builtin_prefetch(n, 1);
}

template <std::size_t Distance>
struct PrefetchRing {
    template <class Item, class Graph>
    class Frontier {
        static_assert(Distance > 0 && (Distance & (Distance - 1)) == 0,
                      "trav: Prefetch<N> needs a power of two");

      public:
        TRAV_INLINE void push(Item item, Graph const& graph) {
            if (in_ring_ < Distance) {
                prefetch(graph, item.node);
                ring_[(head_ + in_ring_++) % Distance] = std::move(item);
            } else {
                graph_ = &graph;
                stack_.push_back(std::move(item));
            }
        }
        TRAV_INLINE Item pop() {
            Item item = std::move(ring_[head_]);
            if (stack_.empty()) {
                --in_ring_;
            } else {  // the freed place is the ring's last
                prefetch(*graph_, stack_.back().node);
                ring_[head_] = std::move(stack_.back());
                stack_.pop_back();
            }
            head_ = (head_ + 1) % Distance;
            return item;
        }
        bool empty() const { return in_ring_ == 0; }
        std::size_t size() const { return in_ring_ + stack_.size(); }
        void clear() { stack_.clear(), head_ = in_ring_ = 0; }

      private:
        std::array<Item, Distance> ring_{};
        std::vector<Item> stack_;
        Graph const* graph_ = nullptr;
        std::size_t head_ = 0;
        std::size_t in_ring_ = 0;
    };
};

}  // namespace detail

/// `Distance` arrivals are prefetched ahead of the visit; a power of two.
template <std::size_t Distance = 64>
struct Prefetch : Worklist<detail::PrefetchRing<Distance>::template Frontier, true> {};

}  // namespace trav
