// trav/flow/detail/memory_rows.hpp: the objects of a block of memory, with their children as slots, read once
// for all that is to be done with them.
#pragma once

#include "../../detail/column.hpp"
#include "../../graph/detail/row.hpp"
#include "../../graph/memory_order.hpp"
#include "numbering.hpp"

#include <cstddef>
#include <span>

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
        objects_.clear(), children_.clear();
        std::size_t const slots = order.slots();
        bool known = true;
        auto const slot_of = [&](N const& handle) {
            std::size_t const slot = order.slot(handle);
            known = known & (slot <= slots);
            return slot;
        };
        order.each(block, next, [&](N const& n, std::size_t slot) {
            std::size_t const begin = children_.size();
            add_children(graph, n, slots, slot_of);
            objects_.push({n, static_cast<Place>(slot), static_cast<Place>(begin), children_.size() - begin});
        });
        return known && children_.size() < ~Place{0};
    }

  private:
    struct Object {
        N node;
        Place slot, begin;
        std::size_t count;
    };

    /// Those in a row are written without a branch on whether they count.
    template <class G>
    TRAV_INLINE void add_children(G const& graph, N const& n, std::size_t slots, auto const& slot_of) {
        if constexpr (InARow<G>) {
            auto const row = row_of(graph, n);
            Place* const first = children_.room(row.size());
            Place* to = first;
            for (auto const& handle : row) {
                std::size_t const slot = slot_of(handle);
                *to = static_cast<Place>(slot);
                to += slot < slots;
            }
            children_.add(static_cast<std::size_t>(to - first));
            if (AlwaysInARow<G> || row.data() != nullptr) return;
        }
        each_child(graph, n, [&](N const& handle) {
            std::size_t const slot = slot_of(handle);
            if (slot < slots) children_.push(static_cast<Place>(slot));
        });
    }

    Column<Object> objects_;
    Column<Place> children_;
};

}  // namespace trav::detail
