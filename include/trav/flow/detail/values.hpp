// trav/flow/detail/values.hpp: solves a flow over a numbered graph.
//
// Where joins are cheap, values are first sent in the order of numbers: one send for each place if they hardly meet. Else every
// place sends once in topological order; what cycles hold back is sent in the order of numbers while that is few, and at last by
// components. What was sent before stays: values only grow. O(places + references) joins, whatever the cycles.
#pragma once

#include "../condense.hpp"
#include "cells.hpp"
#include "in_order.hpp"
#include "release.hpp"

#include <cstddef>
#include <vector>

namespace trav::detail {

/// The values of objects by their places.
template <Flow F, class N>
class Values {
    using C = Cells<F, N>;

  public:
    using Value = typename F::value;

    explicit Values(F& flow) : cells_(flow) {}

    /// Forgets all values.
    void clear() { cells_.forget_cuts(); }
    /// Told of each object in the order of places.
    TRAV_INLINE void seen(N const& n) { cells_.seen(n); }

    /// One value for all.
    void fill(std::size_t count, Value const& value) { cells_.fill(count, value); }
    /// Solves the flow. `sources` are places with their values.
    void solve(auto const& graph, std::vector<Source<Place, Value>> const& sources) {
        std::size_t const count = graph.size();
        cells_.begin(graph, sources);
        bool went_through = true;
        if constexpr (C::plain) {
            // values that begin in the midst of the numbers go back as often as forth
            for (auto const& source : sources) went_through = went_through && source.node < graph.roots();
            went_through = went_through && in_order_.all_once(cells_, graph);
            if (went_through && in_order_.again(cells_, graph, count / 4)) return;
        }
        if (release_.run(cells_, graph)) return;
        auto const has_sent = [&](Place place) { return release_.has_sent(place) || cells_.is_cut(place); };
        if constexpr (C::plain) {
            if (went_through) return condense_.run(cells_, graph, has_sent);  // cycles that go on and on
            std::size_t left = 0;
            in_order_.all_of(count, [&](Place place) {
                bool const remains = !has_sent(place);
                left += remains;
                return remains && cells_.reached(place);
            });
            if (in_order_.again(cells_, graph, left / 2 * 9)) return;
        }
        condense_.run(cells_, graph, has_sent);
    }
    /// The same by components alone.
    void condense_all(auto const& graph, std::vector<Source<Place, Value>> const& sources) {
        cells_.begin(graph, sources);
        if constexpr (C::cuts)
            for (std::size_t i = 0; i != graph.size(); ++i) {
                auto const place = static_cast<Place>(i);
                if (!cells_.is_cut(place)) continue;
                for (Place const child : graph.children(place))
                    cells_.receive(child, cells_.sent(graph, place), true);
            }
        condense_.run(cells_, graph, [&](Place place) { return cells_.is_cut(place); });
    }

    /// The value of the object at a place, or null if the flow did not reach it.
    Value const* find(Place place) const { return cells_.find(place); }

  private:
    C cells_;
    InOrder in_order_;
    Release release_;
    Condense condense_;
};

}  // namespace trav::detail
