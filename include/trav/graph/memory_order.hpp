// trav/graph/memory_order.hpp: the order of a graph's objects in memory, used to read the heap from one end
// to the other.
//
// The objects of an EnumeratedGraph are assumed to lie in the order of their indices. Other graphs can offer
//
//     Order memory_order() const;                    // the current order; the heap must not change meanwhile
//
// Positions are slots: they increase with the address, possibly with gaps. The slots are divided into blocks
// that are small enough to be read at once:
//
//     std::size_t slots() const;                     // all slots are below this; 0: no order is known
//     std::size_t slot(node handle) const;           // of the resolved object; slots(): there is none;
//                                                    // more: the object is not in this order
//     std::size_t blocks() const;
//     std::size_t begin(std::size_t block) const;    // its first slot; begin(blocks()) is slots()
//     void each(std::size_t block, std::size_t next, f) const;
//
// each() calls f(node, slot) for the objects of a block in ascending order, except objects that resolve to
// nothing. It may prefetch the block `next`, if there is one. An order may also say which objects the graph's
// objects() lists:
//
//     bool lists(node, std::size_t slot) const;
//
// each() then calls f for all listed objects, with slots() as the slot of an object that resolves to nothing.
#pragma once

#include "graph.hpp"

#include <concepts>
#include <cstddef>
#include <utility>

namespace trav {

/// A graph with a known order of its objects in memory.
template <class G>
concept MemoryOrdered = EnumeratedGraph<G> || requires(G const& graph) {
    { graph.memory_order().slots() } -> std::convertible_to<std::size_t>;
};

namespace detail {

/// The order of indices.
template <EnumeratedGraph G>
class IndexOrder {
    using N = node_t<G>;

  public:
    explicit IndexOrder(G const& graph) : graph_(&graph), slots_(graph.count()) {}
    std::size_t slots() const { return slots_; }
    TRAV_INLINE std::size_t slot(N const& handle) const {
        N const n = resolve(*graph_, handle);
        return null(*graph_, n) ? slots_ : static_cast<std::size_t>(graph_->index(n));
    }
    std::size_t blocks() const { return (slots_ + block_ - 1) / block_; }
    std::size_t begin(std::size_t block) const { return block * block_ < slots_ ? block * block_ : slots_; }
    void each(std::size_t block, std::size_t, auto&& f) const {
        for (std::size_t i = begin(block); i != begin(block + 1); ++i) {
            N const n = static_cast<N>(graph_->node_at(i));
            if (!null(*graph_, n) && resolve(*graph_, n) == n) f(n, i);
        }
    }

  private:
    static constexpr std::size_t block_ = 128;
    G const* graph_;
    std::size_t slots_;
};

struct NoOrder {};

/// The order of a graph's objects in memory, if the graph has one.
template <class G>
auto memory_order([[maybe_unused]] G const& graph) {
    if constexpr (requires { graph.memory_order(); }) return graph.memory_order();
    else if constexpr (EnumeratedGraph<G>) return IndexOrder<G>(graph);
    else return NoOrder{};
}
template <class G>
using memory_order_t = decltype(memory_order(std::declval<G const&>()));

}  // namespace detail
}  // namespace trav
