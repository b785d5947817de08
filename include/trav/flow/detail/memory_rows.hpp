// trav/flow/detail/memory_rows.hpp: the objects of a block of memory, with their children as slots, read once
// for all that is to be done with them.
#pragma once

#include "../../detail/column.hpp"
#include "../../graph/detail/row.hpp"
#include "../../graph/memory_order.hpp"
#include "numbering.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class N>
class MemoryRows {
  public:
    std::size_t size() const { return objects_.size(); }
    N const& node(std::size_t i) const { return objects_[i].node; }
    std::size_t slot(std::size_t i) const { return objects_[i].slot; }
    std::span<Place const> children(std::size_t i) const {
        return {children_.data() + objects_[i].begin, objects_[i].count};
    }

    /// Reads a block; `next` is the one to be read then. False: a child is not in this order, or there are
    /// more than a Place can count.
    template <class G>
    bool read(G const& graph, auto const& order, std::size_t block, std::size_t next) {
        Reader<G, std::remove_cvref_t<decltype(order)>> reader{
            graph, order, std::move(objects_), {std::move(children_)}};
        reader.objects.clear(), reader.children.places.clear();
        order.each(block, next, reader);
        objects_ = std::move(reader.objects), children_ = std::move(reader.children.places);
        return reader.children.known && children_.size() < ~Place{0};
    }

  private:
    struct Object {
        N node;
        Place slot, begin;
        std::size_t count;
    };
    struct Children {
        Column<Place> places;
        bool known = true;  // all have slots, or stand for nothing
    };
    /// Takes objects; it stays in registers.
    template <class G, class Order>
    struct Reader {
        G const& graph;
        Order const& order;
        Column<Object> objects;
        Children children;

        TRAV_ALWAYS_INLINE void operator()(N const& n, std::size_t slot) {
            std::size_t const begin = children.places.size();
            if (!add_row(n)) [[unlikely]]
                children = with_all(graph, order, n, std::move(children));
            std::size_t const count = children.places.size() - begin;
            objects.push({n, static_cast<Place>(slot), static_cast<Place>(begin), count});
        }
        /// Appends the children if they are in a row, without a branch on whether they count.
        TRAV_ALWAYS_INLINE bool add_row([[maybe_unused]] N const& n) {
            if constexpr (InARow<G>) {
                auto const row = row_of(graph, n);
                std::size_t const slots = order.slots();
                Place* const first = children.places.room(row.size());
                Place* to = first;
                for (auto const& handle : row) {
                    std::size_t const slot = order.slot(handle);
                    children.known &= slot <= slots;
                    *to = static_cast<Place>(slot);
                    to += slot < slots;
                }
                children.places.add(static_cast<std::size_t>(to - first));
                return AlwaysInARow<G> || row.data() != nullptr;
            } else {
                return false;
            }
        }
        /// The children that there are, and then all of n.
        TRAV_NOINLINE static Children with_all(G const& graph, Order const& order, N const& n,
                                               Children children) {
            std::size_t const slots = order.slots();
            each_child(graph, n, [&](N const& handle) {
                std::size_t const slot = order.slot(handle);
                children.known &= slot <= slots;
                if (slot < slots) children.places.push(static_cast<Place>(slot));
            });
            return children;
        }
    };

    Column<Object> objects_;
    Column<Place> children_;
};

}  // namespace trav::detail
