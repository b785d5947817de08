// trav/flow/detail/flow_state.hpp: the value of each place of a numbered graph while a flow is being solved,
// and the value that the place sends.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../flow.hpp"
#include "../numbered.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <Flow F, class N>
class FlowState {
  public:
    using Value = typename F::value;
    static constexpr bool cuts = Cuts<F, N>;
    static constexpr bool transfers = Transfers<F, N>;
    /// A value shows whether its place was reached, and is sent unchanged: no other state is needed.
    static constexpr bool plain = HasNothing<F> && !transfers && !cuts;

    explicit FlowState(F& flow) : flow_(flow) {}

    void forget_cuts() { cuts_.clear(); }
    void release() { cells_ = {}, cuts_ = {}; }
    /// Stores the cut of an object. Called for each object in the order of places, while it is in the cache.
    TRAV_INLINE void seen(N const& n) {
        if constexpr (cuts) {
            auto const instead = flow_.cut(n);
            cuts_.push({instead ? *instead : Value{}, static_cast<bool>(instead)});
        }
    }
    /// Gives the sources their values, and all other places no value.
    void begin(auto const& graph, auto const& sources) {
        cells_.assign(graph.size(), no_value());
        GrowingArray<bool> begun;
        begun.assign(graph.roots(), false);
        for (auto const& source : sources) {
            receive(source.node, source.value, true);
            if (source.node < begun.size()) begun[source.node] = true;
        }
        all_reached_ = graph.reached() == graph.size();
        for (bool const one : begun) all_reached_ = all_reached_ && one;
        if constexpr (cuts)
            if (!all_reached_) drop_unreached_cuts(graph, sources);
    }
    /// Gives all places the same value.
    void fill(std::size_t count, Value const& value) {
        if constexpr (plain) cells_.assign(count, value);
        else cells_.assign(count, Flagged{value, true});
        all_reached_ = true;
    }

    /// The value at a place, or null if the flow did not reach it.
    Value const* find(Place place) const { return all_reached_ || reached(place) ? &value(place) : nullptr; }
    TRAV_INLINE bool reached(Place place) const {
        if constexpr (plain) return !(cells_[place] == Value{F::nothing});
        else return cells_[place].reached;
    }
    TRAV_INLINE Value const& value(Place place) const {
        if constexpr (plain) return cells_[place];
        else return cells_[place].value;
    }
    TRAV_INLINE bool is_cut(Place place) const {
        if constexpr (cuts) return cuts_[place].is;
        else return false;
    }
    TRAV_INLINE bool sends(Place place) const { return reached(place) || is_cut(place); }
    TRAV_INLINE Value sent(auto const& graph, Place place) {
        if constexpr (cuts)
            if (cuts_[place].is) return cuts_[place].value;
        if constexpr (transfers) return flow_.transfer(graph.node(place), value(place));
        else return value(place);
    }
    /// If `given`, joins a value into the place's value. Returns whether the place changed.
    TRAV_INLINE bool receive(Place place, Value const& value, bool given) {
        auto& cell = cells_[place];
        if constexpr (plain) {
            Value const before = cell;
            cell = flow_.join(before, value);
            return !(cell == before);
        } else {
            if (!given) return false;
            bool const first = !cell.reached;
            Value const before = std::exchange(cell.value, first ? value : flow_.join(cell.value, value));
            cell.reached = true;
            return first || !(cell.value == before);
        }
    }
    /// Gives all of `places` the join of their values.
    void unite(auto const& places) {
        auto all = no_value();
        for (Place const place : places) {
            auto const& one = cells_[place];
            if constexpr (plain) {
                all = flow_.join(all, one);
            } else if (one.reached) {
                all.value = all.reached ? flow_.join(all.value, one.value) : one.value;
                all.reached = true;
            }
        }
        for (Place const place : places) cells_[place] = all;
    }
    /// Inlined because GCC drops calls of functions that only prefetch.
    TRAV_INLINE void prefetch(Place place) const { prefetch_at<1>(&cells_[place]); }

  private:
    struct Flagged {
        Value value;
        bool reached;
    };
    using Cell = std::conditional_t<plain, Value, Flagged>;
    struct Cut {
        Value value;
        bool is;
    };

    static Cell no_value() {
        if constexpr (plain) return F::nothing;
        else return {};
    }
    /// A cut node sends at once, so the solver must know in advance whether the flow reaches it.
    void drop_unreached_cuts(auto const& graph, auto const& sources) {
        GrowingArray<bool> reached;
        reached.assign(graph.size(), false);
        GrowingArray<Place> all;
        auto const reach = [&](Place place) {
            if (!reached[place]) all.push(place);
            reached[place] = true;
        };
        for (auto const& source : sources) reach(source.node);
        for (std::size_t i = 0; i != all.size(); ++i)
            for (Place const child : graph.children(all[i])) reach(child);
        for (std::size_t i = 0; i != cuts_.size(); ++i) cuts_[i].is = cuts_[i].is && reached[i];
    }

    F& flow_;
    GrowingArray<Cell> cells_;
    GrowingArray<Cut> cuts_;  // by place, if the flow has cuts
    bool all_reached_ = false;
};

}  // namespace trav::detail
