// trav/strategy/prefetch.hpp: arrivals wait until their memory has been prefetched, so that a heap larger
// than the caches is walked at the bandwidth of memory, not at its latency (Cher, Hosking and Vitek, 2004).
//
// The order is unspecified: a policy must not depend on it. Nodes that are pointers are prefetched; a graph
// with other nodes can offer address(node). Without addresses, Prefetch is a mark stack. Some properties of a
// graph, a policy and a store make it faster:
//
//   - children(n) has data() and size(), like a vector or a span: children are copied without being examined
//   - the graph has `static constexpr std::size_t readable_children = 4`. This promises that the memory of
//     that many children can be read at children(n).data() of any node, even if the node has fewer: they are
//     copied without a branch. Pad the end of your heap
//   - the policy has `once` and a void visit(): it is called in batches, without a branch per node
//   - the policy neither inherits nor asks for the parent: only bare nodes wait
//   - the store marks inside the objects (InNode, HeaderWord): no second place must be read
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/stack.hpp"
#include "detail/marker.hpp"
#include "worklist.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// A stack with a ring in front of it, for arrivals that are more than a node.
template <std::size_t Distance>
struct PrefetchRing {
    template <class Item, class Graph>
    class Frontier {
      public:
        TRAV_INLINE void push(Item item, Graph const& graph) {
            if (in_ring_ < Distance) {
                prefetch(graph, item.node);
                ring_[(head_ + in_ring_++) % Distance] = std::move(item);
            } else {
                graph_ = &graph;
                stack_.push(std::move(item));
            }
        }
        TRAV_INLINE Item pop() {
            Item item = std::move(ring_[head_]);
            if (stack_.empty()) {
                --in_ring_;
            } else {  // the freed place is the last of the ring
                prefetch(*graph_, stack_.top().node);
                ring_[head_] = stack_.pop();
            }
            head_ = (head_ + 1) % Distance;
            return item;
        }
        bool empty() const { return in_ring_ == 0; }
        std::size_t size() const { return in_ring_ + stack_.size(); }
        void clear() { stack_.clear(), head_ = in_ring_ = 0; }

      private:
        std::array<Item, Distance> ring_{};
        Stack<Item> stack_;
        Graph const* graph_ = nullptr;
        std::size_t head_ = 0;
        std::size_t in_ring_ = 0;
    };
};

/// An arrival is just a node.
template <class P, class N>
concept Bare = absent<inherited_t<P>> && !wants_parent<P> && std::is_trivially_copyable_v<N>;

}  // namespace detail

/// Prefetches `Distance` arrivals ahead of the visit. `Distance` must be a power of two.
template <std::size_t Distance = 64>
struct Prefetch {
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    template <class, class, class>
    static consteval bool check() {
        constexpr bool power_of_two = Distance > 0 && (Distance & (Distance - 1)) == 0;
        static_assert(power_of_two, "trav: Prefetch<N> needs a power of two");
        return power_of_two;
    }

    template <class G, class P, class S>
    using Walker = std::conditional_t<
        detail::Bare<P, node_t<G>>, detail::Marker<G, P, S, Distance>,
        typename Worklist<detail::PrefetchRing<Distance>::template Frontier, true>::template Walker<G, P, S>>;
};

}  // namespace trav
