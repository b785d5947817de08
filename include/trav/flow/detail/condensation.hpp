// trav/flow/detail/condensation.hpp: sends values from one strongly connected component to the next, in
// topological order of the components; the members of a component share one value. This bounds the cost of
// any cycle. If the flow has a `transfer`, members may differ, and values are sent within a component until
// they no longer grow.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "flow_state.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The strongly connected components of a numbered graph (Tarjan, 1972), unless left_out(place); edges to
/// left-out places are ignored. O(places + references), without recursion. Takes 16 bytes per place, plus 16
/// per place on the deepest path. `Place` is an unsigned type.
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

class Condensation {
  public:
    /// Sends from every place unless has_sent(place).
    void run(auto& state, auto const& graph, auto has_sent) {
        components_.find(graph.begins(), graph.references(), has_sent);
        if constexpr (std::remove_reference_t<decltype(state)>::transfers)
            is_behind_.assign(graph.size(), false);
        std::size_t sent_to = components_.members().size();  // counts down
        for (std::size_t i = components_.count(); i-- != 0;) {
            auto const members = components_[i];
            prefetch(state, graph, sent_to);
            sent_to -= members.size();
            solve_component(state, graph, members);
            for (Place const place : members) {
                if (!state.reached(place)) continue;
                auto const value = state.sent(graph, place);
                for (Place const child : graph.children(place))
                    if (!components_.same(place, child)) state.receive(child, value, true);
            }
        }
    }

  private:
    static constexpr std::size_t ahead = 16;

    void prefetch(auto const& state, auto const& graph, std::size_t end) const {
        auto const members = components_.members();
        if (end <= 3 * ahead) return;
        prefetch_at(&graph.begins()[members[end - 3 * ahead]]);
        prefetch_at(graph.references().data() + graph.begins()[members[end - 2 * ahead]]);
        Place const soon = members[end - ahead];
        state.prefetch(soon);
        components_.prefetch(soon);
        auto const children = graph.children(soon);
        for (Place const child : children.first(children.size() < 16 ? children.size() : 16)) {
            state.prefetch(child);
            components_.prefetch(child);
        }
    }
    /// Gives the members of a component their final values. All outside values must have been received.
    void solve_component(auto& state, auto const& graph, std::span<Place const> members) {
        if constexpr (std::remove_reference_t<decltype(state)>::transfers) iterate(state, graph, members);
        else if (members.size() != 1) state.unite(members);
    }
    void iterate(auto& state, auto const& graph, std::span<Place const> members) {
        GrowingArray<Place> behind, grown;  // both: grown, but not sent
        for (Place const place : members)
            if (state.reached(place)) {
                behind.push(place);
                is_behind_[place] = true;
            }
        for (; !behind.empty(); std::swap(behind, grown), grown.clear())
            for (Place const place : behind) {
                is_behind_[place] = false;
                auto const value = state.sent(graph, place);
                for (Place const child : graph.children(place)) {
                    if (!components_.same(place, child)) continue;
                    if (!state.receive(child, value, true) || is_behind_[child]) continue;
                    is_behind_[child] = true;
                    grown.push(child);
                }
            }
    }

    Components<Place> components_;
    GrowingArray<bool> is_behind_;
};

}  // namespace trav::detail
