// trav/ghc/profile/heap_profile.hpp: GHC's heap profiler: the options of its users' guide, done with a Profiler.
//
//     ghc::HeapProfile profile(heap, ghc::parse_rts({"+RTS", "-hr", "-hdBranch,Leaf"}).rts);
//     heap.collect();
//     profile.census(seconds);
//     for (ghc::HeapSample const& sample : profile.take()) hp.sample(hp_sample(sample));   // report/hp/writer.hpp
//
// A breakdown is a column of the profile, a restriction a condition on one. Labels are GHC's, cut as -L says; those of
// a product of breakdowns are joined by `:`. A set of retainers has one number for the whole profile. As --ghc wants
// it the sets are those of GHC's algorithm, with its numbers, and what it does not visit is not counted.
//
// A census costs what Profiler::sample_heap() does. Only biographies have to be remembered: by them a sample is known
// at the end, else at once.
#pragma once

#include "../../profile/profiler.hpp"
#include "../../report/hp/hp.hpp"
#include "../../report/prof/retainers.hpp"
#include "../heap/heap.hpp"
#include "breakdowns.hpp"
#include "heap_sample.hpp"
#include "labels.hpp"
#include "options.hpp"
#include "retainer.hpp"
#include "roots.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace trav::ghc {

class HeapProfile {
  public:
    /// Made before the program runs, if there are biographies. `roots()` answers those of -ho.
    HeapProfile(Storage& heap, RtsOptions options, std::function<NamedRoots()> roots = {})
        : heap_(heap),
          options_(std::move(options)),
          graph_(heap, options_.stacks, options_.ghc),
          by_{column('T', by_closure_type()), column('c', by_cost_centre()),
              column('m', by_module()),       column('d', by_description()),
              column('y', by_type()),         column('i', by_info_table(heap))},
          retainers_(by_retainer(heap, options_.retainers == 0 ? LabelSets::no_cap : options_.retainers)),
          ghc_retainers_(heap, options_.retainers),
          roots_(uses('o') ? std::move(roots) : nullptr),
          labels_(options_) {
        if (!uses('b')) return;
        lives_.emplace(heap);
        over_time_.emplace(graph_, by_[0], by_[1], by_[2], by_[3], by_[4], by_[5], retainers_, ghc_retainers_,
                           roots_, lives_->biography());
    }

    /// Counts what is allocated, so collect first. Times ascend.
    void census(double seconds) {
        std::vector<Closure*> const none, all = uses('r') && !options_.ghc ? heap_.roots() : none;
        if (uses('r') && options_.ghc) ghc_retainers_.pass();
        ++censuses_, last_ = seconds;
        if (over_time_) {
            over_time_->sample_heap(all, seconds);
            return;
        }
        Profiler profiler{graph_, by_[0], by_[1],     by_[2],         by_[3],
                          by_[4], by_[5], retainers_, ghc_retainers_, roots_};
        profiler.sample_heap(all, seconds);
        known(profiler.profile());
    }
    /// No census will follow: what biographies there are are over.
    void end() {
        if (over_time_) known(over_time_->profile());
    }
    /// The samples that have become known since the last call.
    std::vector<HeapSample> take() { return std::exchange(samples_, {}); }

    /// The bands of the census at which most bytes were counted; there is none before the first sample is known.
    Table const& largest() const { return largest_; }
    std::size_t censuses() const { return censuses_; }

    /// What GHC's retainer algorithm took at the last census, with --ghc.
    RetainerPass last_pass() const {
        Statistics const& s = ghc_retainers_.statistics();
        return {last_, s.max_frontier, s.visits_per_object()};
    }
    /// The sets of retainers that had a cost, by number; in GHC's way those of the last sample.
    std::vector<SetTable::Set> retainer_sets() const { return labels_.retainer_sets(); }

  private:
    using Retainers = decltype(by_retainer(std::declval<Storage&>(), std::size_t{}));
    using OverTime = Profiler<CensusGraph, ByClosure, ByClosure, ByClosure, ByClosure, ByClosure, ByClosure,
                              Retainers, GhcRetainers, HeapRoots, Biography<Closure*>>;
    static constexpr std::string_view columns = "Tcmdyi_rob";  // `_`: the retainers that are right

    bool uses(char letter) const { return options_.uses(HeapBreakdown{letter}); }
    ByClosure column(char letter, ByClosure by) const { return uses(letter) ? std::move(by) : by_nothing(); }
    std::size_t place(HeapBreakdown b) const {
        bool const right = b == HeapBreakdown::retainer && !options_.ghc;
        return columns.find(right ? '_' : static_cast<char>(b));
    }

    /// What the options want to see of a profile.
    Profile asked_of(Profile profile) const {
        for (auto const& r : options_.restrictions)
            profile = profile.where(restriction(r, profile.columns[place(r.breakdown)], options_.ghc));
        if (!options_.ghc || !options_.by(HeapBreakdown::retainer)) return profile;
        auto const& column = profile.columns[place(HeapBreakdown::retainer)];
        return profile.where(
            {column.breakdown, column.name, [](Band const& band) { return !band.identity.unreached; }});
    }
    /// Whether each band of a column was counted in any sample.
    static std::vector<bool> counted(Profile const& profile, std::size_t place) {
        std::vector<bool> counted(profile.columns[place].bands.size());
        for (auto const& sample : profile.samples)
            for (auto const& row : sample.rows) counted[row.bands[place]] = true;
        return counted;
    }
    /// Makes samples of a profile.
    void known(Profile profile) {
        profile = asked_of(std::move(profile));
        std::vector<std::size_t> places;
        for (auto const b : options_.breakdowns) {
            places.push_back(place(b));
            auto& column = profile.columns[places.back()];
            if (b == HeapBreakdown::retainer) labels_.label_sets(column, counted(profile, places.back()));
            if (b == HeapBreakdown::cost_centre) labels_.label_stacks(column);
        }
        Table table = profile.by_columns(places);
        std::size_t best = table.times.size();
        for (std::size_t t = 0; t != table.times.size(); ++t) {
            samples_.push_back(heap_sample(profile, places, t));
            if (options_.breakdowns == std::vector{HeapBreakdown::biography})
                add_empty_bands(samples_.back(), profile.columns[places[0]].bands);
            if (auto const bytes = table.total(t).bytes; bytes >= largest_bytes_) {
                largest_bytes_ = bytes;
                best = t;
            }
        }
        if (best == table.times.size()) return;
        largest_ = {std::move(table.columns), {table.times[best]}, {}};
        for (auto& line : table.lines)
            if (line.amounts[best] != Amount{})
                largest_.lines.push_back({std::move(line.texts), {line.amounts[best]}});
        std::ranges::sort(largest_.lines, [](auto const& a, auto const& b) {
            auto const x = a.amounts[0].bytes, y = b.amounts[0].bytes;
            return x != y ? x > y : a.texts < b.texts;
        });
    }

    Storage& heap_;
    RtsOptions options_;
    CensusGraph graph_;
    std::array<ByClosure, 6> by_;
    Retainers retainers_;
    GhcRetainers ghc_retainers_;
    HeapRoots roots_;
    HeapLabels labels_;
    std::optional<Lives> lives_;
    std::optional<OverTime> over_time_;

    std::vector<HeapSample> samples_;
    Table largest_;
    std::uint64_t largest_bytes_ = 0;
    std::size_t censuses_ = 0;
    double last_ = 0;  // the time of the last census
};

}  // namespace trav::ghc
