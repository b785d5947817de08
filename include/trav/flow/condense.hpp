// trav/flow/condense.hpp: sends values by strongly connected components, whose members share one value, in topological order:
// the guarantee against bad cycles. For a flow with a `transfer` a component is gone round until its values stop growing.
#pragma once

#include "detail/cells.hpp"
#include "detail/components.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace trav::detail {

class Condense {
  public:
    /// Sends for every place for which `has_sent` is false.
    void run(auto& cells, auto const& graph, auto has_sent) {
        components_.find(graph.begins(), graph.references(), has_sent);
        std::size_t sent_to = components_.members().size();  // going down
        for (std::size_t i = components_.count(); i-- != 0;) {
            auto const members = components_[i];
            prefetch(cells, graph, sent_to);
            sent_to -= members.size();
            settle(cells, graph, members);
            for (Place const place : members) {
                if (!cells.reached(place)) continue;
                auto const value = cells.sent(graph, place);
                for (Place const child : graph.children(place))
                    if (!components_.same(place, child)) cells.receive(child, value, true);
            }
        }
    }

  private:
    static constexpr std::size_t ahead = 16;

    void prefetch(auto const& cells, auto const& graph, std::size_t end) const {
        auto const members = components_.members();
        if (end <= 3 * ahead) return;
        __builtin_prefetch(&graph.begins()[members[end - 3 * ahead]]);
        __builtin_prefetch(graph.references().data() + graph.begins()[members[end - 2 * ahead]]);
        Place const soon = members[end - ahead];
        cells.prefetch(soon);
        components_.prefetch(soon);
        auto const children = graph.children(soon);
        for (Place const child : children.first(children.size() < 16 ? children.size() : 16)) {
            cells.prefetch(child);
            components_.prefetch(child);
        }
    }
    /// Brings the members of one component to their values, all from outside having been received.
    void settle(auto& cells, auto const& graph, std::span<Place const> members) {
        if constexpr (std::remove_reference_t<decltype(cells)>::transfers) go_round(cells, graph, members);
        else if (members.size() != 1) cells.unite(members);
    }
    void go_round(auto& cells, auto const& graph, std::span<Place const> members) {
        std::vector<Place> behind, grown;  // values that have grown and were not sent
        is_behind_.resize(graph.size());
        for (Place const place : members)
            if (cells.reached(place)) {
                behind.push_back(place);
                is_behind_[place] = true;
            }
        for (; !behind.empty(); behind.swap(grown), grown.clear())
            for (Place const place : behind) {
                is_behind_[place] = false;
                auto const value = cells.sent(graph, place);
                for (Place const child : graph.children(place)) {
                    if (!components_.same(place, child)) continue;
                    if (!cells.receive(child, value, true) || is_behind_[child]) continue;
                    is_behind_[child] = true;
                    grown.push_back(child);
                }
            }
    }

    Components components_;
    std::vector<bool> is_behind_;
};

}  // namespace trav::detail
