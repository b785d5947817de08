// trav/flow/detail/cells.hpp: the labels of a flow by the places of a numbered graph, and what a place sends.
#pragma once

#include "../../detail/absent.hpp"
#include "../../detail/column.hpp"
#include "../flow.hpp"
#include "numbered.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

template <Flow F, class N>
class Cells {
  public:
    using Label = typename F::label;
    static constexpr bool cuts = Cuts<F, N>;
    static constexpr bool transfers = Transfers<F, N>;
    /// A label tells by itself whether there is one, and is sent as it is: nothing else need be kept.
    static constexpr bool plain = HasNothing<F> && !transfers;

    explicit Cells(F& flow) : flow_(flow) {}

    void forget_cuts() { cuts_.clear(); }
    /// Told of each object in the order of places, while it is near: asks for its cut.
    TRAV_INLINE void seen(N const& n) {
        if constexpr (cuts) {
            auto const instead = flow_.cut(n);
            cuts_.push_back({instead ? *instead : Label{}, static_cast<bool>(instead)});
        }
    }
    /// Labels at the sources, and nowhere else.
    void begin(auto const& graph, std::vector<Source<Place, Label>> const& sources) {
        cells_.assign(graph.size(), no_label());
        std::vector<bool> begun(graph.roots());
        for (auto const& source : sources) {
            receive(source.node, source.label, true);
            if (source.node < begun.size()) begun[source.node] = true;
        }
        all_reached_ = graph.reached() == graph.size();
        for (bool const one : begun) all_reached_ = all_reached_ && one;
        if constexpr (cuts)
            if (!all_reached_) leave_out_unreached(graph, sources);
    }
    /// One label for all.
    void fill(std::size_t count, Label const& label) {
        if constexpr (plain) cells_.assign(count, label);
        else cells_.assign(count, Flagged{label, true});
        all_reached_ = true;
    }

    /// The label at a place, or null if the flow did not reach it.
    Label const* find(Place place) const { return all_reached_ || reached(place) ? &label(place) : nullptr; }
    TRAV_INLINE bool reached(Place place) const {
        if constexpr (plain) return !(cells_[place] == Label{F::nothing});
        else return cells_[place].reached;
    }
    TRAV_INLINE Label const& label(Place place) const {
        if constexpr (plain) return cells_[place];
        else return cells_[place].label;
    }
    TRAV_INLINE bool is_cut(Place place) const {
        if constexpr (cuts) return cuts_[place].is;
        else return false;
    }
    TRAV_INLINE bool sends(Place place) const { return reached(place) || is_cut(place); }
    TRAV_INLINE Label sent(auto const& graph, Place place) {
        if constexpr (cuts)
            if (cuts_[place].is) return cuts_[place].label;
        if constexpr (transfers) return flow_.transfer(graph.node(place), label(place));
        else return label(place);
    }
    /// Joins a label in; not `given`: there is none. Answers whether it made a difference.
    TRAV_INLINE bool receive(Place place, Label const& label, bool given) {
        auto& cell = cells_[place];
        if constexpr (plain) {
            Label const before = cell;
            cell = flow_.join(before, label);
            return !(cell == before);
        } else {
            if (!given) return false;
            bool const first = !cell.reached;
            Label const before = std::exchange(cell.label, first ? label : flow_.join(cell.label, label));
            cell.reached = true;
            return first || !(cell.label == before);
        }
    }
    /// Gives all of `places` the join of their labels.
    void unite(auto const& places) {
        auto all = no_label();
        for (Place const place : places) {
            auto const& one = cells_[place];
            if constexpr (plain) {
                all = flow_.join(all, one);
            } else if (one.reached) {
                all.label = all.reached ? flow_.join(all.label, one.label) : one.label;
                all.reached = true;
            }
        }
        for (Place const place : places) cells_[place] = all;
    }
    /// Inlined, or GCC drops it.
    TRAV_INLINE void prefetch(Place place) const { __builtin_prefetch(&cells_[place], 1); }

  private:
    struct Flagged {
        Label label;
        bool reached;
    };
    using Cell = std::conditional_t<plain, Label, Flagged>;
    struct Cut {
        Label label;
        bool is;
    };

    static Cell no_label() {
        if constexpr (plain) return F::nothing;
        else return {};
    }
    /// A cut node sends at once, so it must be known before whether the flow reaches it.
    void leave_out_unreached(auto const& graph, std::vector<Source<Place, Label>> const& sources) {
        std::vector<bool> reached(graph.size());
        std::vector<Place> all;
        auto const reach = [&](Place place) {
            if (!reached[place]) all.push_back(place);
            reached[place] = true;
        };
        for (auto const& source : sources) reach(source.node);
        for (std::size_t i = 0; i != all.size(); ++i)
            for (Place const child : graph.children(all[i])) reach(child);
        for (std::size_t i = 0; i != cuts_.size(); ++i) cuts_[i].is = cuts_[i].is && reached[i];
    }

    F& flow_;
    Column<Cell> cells_;
    std::vector<Cut> cuts_;  // by place, of a flow that has any
    bool all_reached_ = false;
};

}  // namespace trav::detail
