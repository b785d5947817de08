// trav/graph/memory_rows.hpp: the objects of a block of memory, with their children as slots. A block
// is read only once for all uses.
//
// The number of children of an object cannot be predicted, so a separate loop over them would stall.
// Therefore the rows of a block are copied one after another, a few words at a time, and one loop finds the
// slots of all children.
#pragma once

#include "../detail/growing_array.hpp"
#include "memory_order.hpp"
#include "row.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class N>
class MemoryRows {
  public:
    using Place = std::uint32_t;  // the slot of an object or child

    std::size_t size() const { return objects_.size(); }
    N const& node(std::size_t i) const { return objects_[i].node; }
    std::size_t slot(std::size_t i) const { return objects_[i].slot; }
    /// The children of the i-th object. Four can be read, even if there are fewer.
    std::span<Place const> children(std::size_t i) const {
        return {children_.data() + objects_[i].begin, objects_[i].count};
    }

    /// The children of all objects.
    std::span<Place const> children() const { return {children_.data(), children_.size()}; }

    /// Reads a block; `next` is the block to be read after it. Returns false if a child is not in this order,
    /// or if there are more children or slots than a Place can count.
    template <class G>
    bool read(G const& graph, auto const& order, std::size_t block, std::size_t next) {
        Reader<G> reader{graph, std::move(objects_), std::move(handles_)};
        reader.objects.clear(), reader.handles.clear();
        order.each(block, next, reader);
        objects_ = std::move(reader.objects), handles_ = std::move(reader.handles);
        return handles_.size() < ~Place{0} && order.slots() <= ~Place{0} && find_slots(order);
    }

  private:
    struct Object {
        N node;
        Place slot, begin, count;
    };
    /// Receives the objects of a block; it stays in registers.
    template <class G>
    struct Reader {
        G const& graph;
        GrowingArray<Object> objects;
        GrowingArray<N> handles;  // of children

        TRAV_ALWAYS_INLINE void operator()(N const& n, std::size_t slot) {
            std::size_t const begin = handles.size();
            if (!add_row(n)) [[unlikely]]
                handles = with_all(graph, n, std::move(handles));
            auto const count = static_cast<Place>(handles.size() - begin);
            objects.push({n, static_cast<Place>(slot), static_cast<Place>(begin), count});
        }
        /// Appends the children if they are in a row.
        TRAV_ALWAYS_INLINE bool add_row([[maybe_unused]] N const& n) {
            if constexpr (InARow<G>) {
                auto const row = row_of(graph, n);
                N const* const from = row.data();
                if (!AlwaysInARow<G> && from == nullptr) return false;
                constexpr std::size_t few = 4;
                N* const to = handles.room(row.size() + few);
                if (may_read(graph, from, few)) [[likely]] {
                    for (std::size_t i = 0; i != few; ++i) to[i] = from[i];
                } else {  // copies of the first child, or of the node if it has no children
                    N const* const first = row.empty() ? &n : from;
                    for (std::size_t i = 0; i != few; ++i)
                        to[i] = first[i & (std::size_t{0} - std::size_t{i < row.size()})];
                }
                for (std::size_t i = few; i < row.size(); ++i) to[i] = from[i];
                handles.add(row.size());
                return true;
            } else {
                return false;
            }
        }
        /// Returns `handles` with all children of n appended.
        TRAV_NOINLINE static GrowingArray<N> with_all(G const& graph, N const& n, GrowingArray<N> handles) {
            each_child(graph, n, [&](N const& handle) { handles.push(handle); });
            return handles;
        }
    };

    /// Returns false if a child is not in this order.
    bool find_slots(auto const& order) {
        std::size_t const all = handles_.size(), slots = order.slots();
        children_.clear();
        Place* const children = children_.room(all + 4);
        std::size_t greatest = 0;
        for (std::size_t i = 0; i != all; ++i) {
            std::size_t const slot = order.slot(handles_[i]);
            greatest = slot > greatest ? slot : greatest;
            children[i] = static_cast<Place>(slot);
        }
        children_.add(all);
        if (greatest == slots) leave_out(static_cast<Place>(slots));
        for (std::size_t i = 0; i != 4; ++i) children_.end()[i] = 0;
        return greatest <= slots;
    }
    /// Removes children that stand for nothing.
    void leave_out(Place nothing) {
        Place* const children = children_.data();
        Place count = 0;
        for (Object& object : objects_) {
            Place const* const from = children + object.begin;
            object.begin = count;
            for (Place i = 0; i != object.count; ++i) {
                children[count] = from[i];
                count += Place{children[count] != nothing};
            }
            object.count = count - object.begin;
        }
        children_.cut(count);
    }

    GrowingArray<Object> objects_;
    GrowingArray<N> handles_;       // of children
    GrowingArray<Place> children_;  // their slots
};

/// The rows of a graph in the order of memory, as trav::Rows. Refers to both.
template <class G, class Order>
class OrderedRows {
  public:
    OrderedRows(G const& graph, Order const& order) : graph_(graph), order_(order) {}
    std::size_t blocks() const { return order_.blocks(); }
    std::size_t begin(std::size_t block) const { return order_.begin(block); }
    /// Returns null if a child is not in this order, or if there are too many children or slots.
    MemoryRows<node_t<G>> const* read(std::size_t block, std::size_t next) {
        return rows_.read(graph_, order_, block, next) ? &rows_ : nullptr;
    }

  private:
    G const& graph_;
    Order const& order_;
    MemoryRows<node_t<G>> rows_;
};

}  // namespace trav::detail
