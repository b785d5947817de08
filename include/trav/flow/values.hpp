// trav/flow/values.hpp: solves a flow over a numbered graph.
//
// If joins are cheap, values are first sent in the order of places: if values rarely meet, one send per place
// is enough. Otherwise each place sends once, in topological order. Places on or below a cycle then send in
// the order of places, for as long as few of them have to send again, and after that by strongly connected
// components. No step undoes an earlier one, since values only grow. O(places + references) joins, for any
// cycles.
#pragma once

#include "../detail/compiler.hpp"
#include "detail/condensation.hpp"
#include "detail/flow_state.hpp"
#include "detail/round_robin.hpp"
#include "detail/topological_order.hpp"

#include <cstddef>

namespace trav::detail {

/// The value of each object, by place.
template <Flow F, class N>
class Values {
    using C = FlowState<F, N>;

  public:
    using Value = typename F::value;

    explicit Values(F& flow) : state_(flow) {}

    /// Forgets all values.
    void clear() { state_.forget_cuts(); }
    /// Forgets all values and frees their memory.
    void release() {
        state_.release();
        round_robin_ = {}, topological_order_ = {}, condensation_ = {};
    }
    /// Must be called for each object, in the order of places.
    TRAV_INLINE void seen(N const& n) { state_.seen(n); }

    /// Gives all objects the same value.
    void fill(std::size_t count, Value const& value) { state_.fill(count, value); }
    /// Solves the flow. `sources` are places with their values.
    void solve(auto const& graph, auto const& sources) {
        std::size_t const count = graph.size();
        state_.begin(graph, sources);
        bool went_through = true;
        if constexpr (C::plain) {
            // values from sources in the middle of the numbers would go backwards as often as forwards
            for (auto const& source : sources) went_through = went_through && source.node < graph.roots();
            went_through = went_through && round_robin_.all_once(state_, graph);
            if (went_through && round_robin_.again(state_, graph, count / 4)) return;
        }
        if (topological_order_.run(state_, graph)) return;
        auto const has_sent = [&](Place place) {
            return topological_order_.has_sent(place) || state_.is_cut(place);
        };
        if constexpr (C::plain) {
            if (went_through) return condensation_.run(state_, graph, has_sent);  // long cycles
            std::size_t left = 0;
            round_robin_.all_of(count, [&](Place place) {
                bool const remains = !has_sent(place);
                left += remains;
                return remains && state_.reached(place);
            });
            if (round_robin_.again(state_, graph, left / 2 * 9)) return;
        }
        condensation_.run(state_, graph, has_sent);
    }

    /// The value of the object at a place, or null if the flow did not reach it.
    Value const* find(Place place) const { return state_.find(place); }

  private:
    C state_;
    RoundRobin round_robin_;
    TopologicalOrder topological_order_;
    Condensation condensation_;
};

}  // namespace trav::detail
