// trav/strategy/mark_stack.hpp: visits nodes depth first, last child first, with a stack of arrivals and no
// cursors.
//
// If children(n) is a random-access range, at most 64 children of a node are on the stack at a time: an array
// of 10^8 pointers does not become 10^8 arrivals. This does not change the order.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/stack.hpp"
#include "detail/wide.hpp"
#include "worklist.hpp"

#include <cstddef>
#include <utility>

namespace trav {

namespace detail {

template <class Item, class G>
class ArrivalStack {
  public:
    TRAV_INLINE void push(Item item, G const& graph) {
        prefetch_header(graph, item.node);
        items_.push(std::move(item));
    }
    TRAV_INLINE Item pop() { return items_.pop(); }
    TRAV_INLINE bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    void clear() { items_.clear(); }

  private:
    Stack<Item> items_;
};

/// The same for graphs with random-access children: a node with many children is set aside, and its children
/// are pushed slice by slice when their turn comes. There is always room for a slice, so that no value needs
/// to be kept across a call.
template <class Item, Sliced G>
class ArrivalStack<Item, G> {
  public:
    ArrivalStack() {
        items_.grow(slice);
        wide_.make_room();
    }
    TRAV_ALWAYS_INLINE ~ArrivalStack() = default;

    TRAV_INLINE void push(Item item, G const&) {
        items_.put(std::move(item));
        make_room();
    }
    TRAV_INLINE void push_children(auto const& children, Item const& like, G const& graph) {
        auto const first = children.begin();
        auto const count = static_cast<std::size_t>(children.end() - first);
        if (count > slice) [[unlikely]]
            return set_aside({first, count, like, 0}, graph);
        items_.push_into_room([&](Item* at) { return write_arrivals(graph, like, first, count, at); });
        make_room();
    }
    /// The same, but the last child is not pushed; it becomes `next`. Returns false if there is none.
    TRAV_INLINE bool push_but_last(auto const& children, Item const& like, G const& graph, Item& next) {
        auto const first = children.begin();
        auto const count = static_cast<std::size_t>(children.end() - first);
        if (count == 0) return false;
        if (count > slice) [[unlikely]] {
            set_aside({first, count, like, 0}, graph);
            return false;
        }
        items_.push_into_room([&](Item* at) { return write_arrivals(graph, like, first, count - 1, at); });
        make_room();
        next = {static_cast<node_t<G>>(first[static_cast<std::ptrdiff_t>(count - 1)]), like.parent,
                like.inherited};
        return !null(graph, next.node);
    }
    TRAV_INLINE bool ready() const { return !items_.empty(); }
    TRAV_INLINE Item take() { return items_.pop(); }
    TRAV_INLINE bool empty() const { return items_.empty() && wide_.empty(); }
    std::size_t size() const { return items_.size() + wide_.size(); }
    void clear() { items_.clear(), wide_.clear(); }

    /// Pushes the last children of the node that was set aside last. Returns false if there is no such node.
    TRAV_INLINE bool refill(G const& graph) {
        if (wide_.empty()) return false;
        Wide<G, Item>& wide = wide_.top();
        std::size_t const count = wide.left < slice ? wide.left : slice;
        wide.left -= count;
        auto const first = wide.first + static_cast<std::ptrdiff_t>(wide.left);
        items_.push_into_room([&](Item* at) { return write_arrivals(graph, wide.like, first, count, at); });
        if (!wide.drop_null_children(graph)) {
            items_.set_floor(wide.floor);
            wide_.pop();
        }
        make_room();
        return true;
    }

  private:
    TRAV_INLINE void make_room() {
        if (items_.spare() < slice) [[unlikely]]
            items_.grow(slice);
    }
    TRAV_INLINE void set_aside(Wide<G, Item> wide, G const& graph) {
        if (!wide.drop_null_children(graph)) return;
        wide.floor = items_.floor();
        wide_.put(std::move(wide));
        wide_.make_room();
        items_.set_floor(items_.size());
    }

    Stack<Item> items_;
    Stack<Wide<G, Item>> wide_;  // nodes that were set aside; slices of the last one are above the floor
};

}  // namespace detail

/// Last in, first out. The frontier holds at most 64 edges of each visited node (all of them if they can only
/// be scanned).
struct MarkStack : Worklist<detail::ArrivalStack, true> {};

}  // namespace trav
