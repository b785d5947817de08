// trav/flow/values.hpp: solves a flow over a numbered graph.
//
// If joins are cheap, values are first sent in the order of places: if values rarely meet, one send per place
// is enough. Otherwise each place sends once, in topological order. Places on or below a cycle then send in
// the order of places, for as long as few of them have to send again, and after that by strongly connected
// components. No step undoes an earlier one, since values only grow. O(places + references) joins, for any
// cycles.
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/growing_array.hpp"
#include "detail/condensation.hpp"
#include "detail/flow_state.hpp"
#include "detail/topological_order.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

/// Sends values round by round, in the order of places, for flows that send them unchanged.
///
/// Places are numbered nearly depth first. If values rarely meet, one send per place is all the work. Heaps
/// with cycles take one to five sends per place, which costs a third of finding their components. The
/// iteration counts the places that must send again, and gives up if there are too many. The values are then
/// lower bounds of the solution, and another method can continue from them. Takes a bit per place.
class RoundRobin {
  public:
    /// Sends once from every place. Returns false if it gives up: more than one in 32 would have to send
    /// again.
    bool all_once(auto& state, auto const& graph) {
        std::size_t const count = graph.size();
        pending_.assign(count / 64 + 1, 0);
        auto const begins = graph.begins();
        auto const references = graph.references();
        std::size_t behind = 0;
        for (std::size_t block = 0; block < count; block += 1024) {
            if (behind > block / 32 + count / 1024 + 64) return false;
            std::size_t const end = block + 1024 < count ? block + 1024 : count;
            for (std::size_t place = block; place != end; ++place) {
                auto const value = state.sent(graph, static_cast<Place>(place));
                for (std::size_t at = begins[place]; at != begins[place + 1]; ++at) {
                    state.prefetch(references[at + ahead < references.size() ? at + ahead : at]);
                    Place const child = references[at];
                    bool const late = state.receive(child, value, true) & (child <= place);
                    note(child, late);
                    behind += late;
                }
            }
        }
        return true;
    }
    /// Marks a place as pending if which(place) returns true.
    void all_of(std::size_t count, auto which) {
        pending_.assign(count / 64 + 1, 0);
        for (std::size_t i = 0; i != count; ++i) note(static_cast<Place>(i), which(static_cast<Place>(i)));
    }
    /// Sends from the pending places, and from the places that grow meanwhile. Returns false if it gives up
    /// after `most` sends.
    bool again(auto& state, auto const& graph, std::size_t most) {
        // counts as sends, since a round of few sends is a bad sign
        std::size_t const look = pending_.size();
        auto const begins = graph.begins();
        auto const references = graph.references();
        std::size_t sends = 0;
        for (bool any = true; any; sends += look) {
            any = false;
            for (std::size_t word = 0; word != pending_.size(); ++word)
                while (pending_[word] != 0) {
                    any = true;
                    if (++sends > most) return false;
                    auto const place = static_cast<Place>(word * 64 + lowest_bit(pending_[word]));
                    pending_[word] &= pending_[word] - 1;
                    auto const value = state.sent(graph, place);
                    for (std::size_t at = begins[place]; at != begins[place + 1]; ++at) {
                        state.prefetch(references[at + ahead < references.size() ? at + ahead : at]);
                        note(references[at], state.receive(references[at], value, true));
                    }
                }
        }
        return true;
    }

  private:
    static constexpr std::size_t ahead = 32;

    TRAV_INLINE void note(Place place, bool late) {
        pending_[place / 64] |= std::uint64_t{late} << place % 64;
    }

    GrowingArray<std::uint64_t> pending_;  // a bit per place: it has a pending update
};

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
