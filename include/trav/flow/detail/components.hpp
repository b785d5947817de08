// trav/flow/detail/components.hpp: the strongly connected components of a numbered graph, or of a subset of
// its places (Tarjan, 1972).
//
// O(places + references), without recursion. Takes 16 bytes per place, plus 16 per place on the deepest path.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"

#include <cstddef>
#include <span>

namespace trav::detail {

/// The components of all places, unless left_out(place); edges to left-out places are ignored.
/// `Place` is an unsigned type.
template <class Place>
class Components {
  public:
    /// Must be called first. `begins` and `children` have the layout of Numbered.
    template <class LeftOut>
    void find(std::span<Place const> begins, std::span<Place const> children, LeftOut left_out) {
        std::size_t const count = begins.size() - 1;
        places_.clear(), places_.room(count);
        for (std::size_t i = 0; i != count; ++i)
            places_.push({begins[i], left_out(static_cast<Place>(i)) ? closed : unvisited,
                          static_cast<Place>(begins[i + 1] - begins[i])});
        members_.clear();
        ends_.assign(1, 0);
        path_.clear(), open_.clear();  // left by a find() that threw
        for (std::size_t i = 0; i != count; ++i)
            if (places_[i].low == unvisited) visit(static_cast<Place>(i), children);
    }

    std::size_t count() const { return ends_.size() - 1; }
    /// Component i. A component comes after its successors.
    std::span<Place const> operator[](std::size_t i) const {
        return {members_.data() + ends_[i], ends_[i + 1] - ends_[i]};
    }
    /// Whether two places are in the same component.
    bool same(Place a, Place b) const { return places_[a].low == places_[b].low; }
    /// All members, in the order of their components.
    std::span<Place const> members() const { return {members_.data(), members_.size()}; }

    TRAV_ALWAYS_INLINE void prefetch(Place place) const { prefetch_at(&places_[place]); }

  private:
    static constexpr Place unvisited = 0, closed = ~Place{0};

    /// While a component is open, `low` is the least entry reachable from the place; an entry is the number
    /// of open places on arrival. Afterwards `low` is the number of the component, counted down from the
    /// largest Place, so that it does not lower the `low` of any other place. The fields share a struct so
    /// that looking at a place reads one cache line.
    struct Node {
        std::size_t begin;
        Place low;
        Place degree;
    };
    struct Frame {
        Place place;
        Place entry;
        Place left;  // children not examined yet
    };

    void visit(Place root, std::span<Place const> children) {
        open(root, children);
        while (!path_.empty()) {
            Frame& frame = path_.end()[-1];
            Node& node = places_[frame.place];
            Place const* const end = children.data() + node.begin + node.degree;
            Place low = node.low;
            bool down = false;
            while (frame.left != 0) {
                Place const child = *(end - frame.left--);
                Place const theirs = places_[child].low;
                if (theirs == unvisited) {
                    down = true;
                    node.low = low;
                    open(child, children);
                    break;
                }
                if (theirs < low) low = theirs;
            }
            if (down) continue;
            node.low = low;
            Frame const done = path_.pop();
            if (low == done.entry) {
                close(done.place);
            } else {
                Node& parent = places_[path_.end()[-1].place];
                if (low < parent.low) parent.low = low;
            }
        }
    }
    TRAV_ALWAYS_INLINE void open(Place place, std::span<Place const> children) {
        Node& node = places_[place];
        open_.push(place);
        node.low = static_cast<Place>(open_.size());
        path_.push({place, node.low, node.degree});
        Place const* const begin = children.data() + node.begin;
        std::size_t const few = node.degree < 8 ? node.degree : 8;
        for (std::size_t i = 0; i != few; ++i) prefetch_at<1>(&places_[begin[i]]);
    }
    void close(Place last) {
        Place const number = closed - static_cast<Place>(ends_.size());
        Place member;
        do {
            member = open_.pop();
            places_[member].low = number;
            members_.push(member);
        } while (member != last);
        ends_.push(members_.size());
    }

    GrowingArray<Node> places_;
    GrowingArray<Place> members_;
    GrowingArray<std::size_t> ends_;
    GrowingArray<Frame> path_;
    GrowingArray<Place> open_;
};

}  // namespace trav::detail
