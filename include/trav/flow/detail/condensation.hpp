// trav/flow/detail/condensation.hpp: sends values from one strongly connected component to the next, in
// topological order of the components; the members of a component share one value. This bounds the cost of
// any cycle. If the flow has a `transfer`, members may differ, and values are sent within a component until
// they no longer grow.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "components.hpp"
#include "flow_state.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

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
