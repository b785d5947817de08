// trav/ghc/profile/heap_profile.hpp: GHC's heap profiler: implements the options of its users' guide with a
// Profiler.
//
//     ghc::HeapProfile profile(heap, ghc::parse_rts({"+RTS", "-hr", "-hdBranch,Leaf"}).rts);
//     heap.collect();
//     profile.census(seconds);
//     for (ghc::HeapSample const& sample : profile.take())
//         hp.sample(hp_sample(sample));                  // report/hp/writer.hpp
//
// Each selected breakdown is a column of the profile; each restriction is a condition on a column. Labels are
// GHC's, truncated to -L characters; labels of a product of breakdowns are joined by `:`. A set of retainers
// has the same number in the whole profile. With --ghc, sets and numbers come from GHC's algorithm, and
// objects that it does not visit are not counted.
//
// A census costs as much as Profiler::sample_heap(). Only biographies depend on the past: with them the
// samples are available at the end, without them immediately.
#pragma once

#include "../../profile/profiler.hpp"
#include "../../report/prof/retainers.hpp"
#include "breakdowns.hpp"
#include "census_graph.hpp"
#include "heap_sample.hpp"
#include "labels.hpp"
#include "options.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace trav::ghc {

class HeapProfile {
  public:
    /// With biographies, create it before the program runs. `roots()` returns the roots of -ho.
    HeapProfile(Heap& heap, RtsOptions options, std::function<NamedRoots()> roots = {})
        : options_(std::move(options)),
          graph_(heap, options_.stacks, options_.ghc),
          parts_{heap, options_, std::move(roots)},
          labels_(options_) {
        for (auto const& row : heap_breakdowns) {
            if (!options_.uses(row.breakdown)) continue;
            columns_.push_back(row.breakdown);
            chosen_.push_back(row.make(parts_));
        }
        if (options_.uses(HeapBreakdown::biography)) over_time_.emplace(graph_, chosen_);
    }
    HeapProfile(HeapProfile const&) = delete;
    HeapProfile& operator=(HeapProfile const&) = delete;

    /// Counts allocated objects, so collect first. Times must ascend.
    void census(double seconds) {
        ++censuses_, last_ = seconds;
        if (parts_.ghc_retainers) parts_.ghc_retainers->pass();
        bool const from_roots = options_.uses(HeapBreakdown::retainer) && !options_.ghc;
        std::vector<Closure*> const roots = from_roots ? parts_.heap.roots() : std::vector<Closure*>{};
        if (over_time_) return over_time_->sample_heap(roots, seconds);
        Profiler<CensusGraph> profiler(graph_, chosen_);
        profiler.sample_heap(roots, seconds);
        known(profiler.profile());
    }
    /// Ends the profile: no census will follow, so biographies are complete.
    void end() {
        if (over_time_) known(over_time_->profile());
    }
    /// The samples that have become available since the last call.
    std::vector<HeapSample> take() { return std::exchange(samples_, {}); }

    /// The bands of the largest census by bytes; empty before the first sample is available.
    Table const& largest() const { return largest_; }
    std::size_t censuses() const { return censuses_; }

    /// With --ghc: the costs of GHC's retainer algorithm at the last census.
    RetainerPass last_pass() const {
        Statistics const& s = parts_.ghc_retainers->statistics();
        return {last_, s.max_frontier, s.visits_per_object()};
    }
    /// The sets of retainers that had a cost, by number; with --ghc only the sets of the last sample.
    std::vector<SetTable::Set> retainer_sets() const { return labels_.retainer_sets(); }

  private:
    std::size_t column_of(HeapBreakdown breakdown) const {
        return static_cast<std::size_t>(std::ranges::find(columns_, breakdown) - columns_.begin());
    }
    /// The part of a profile with the bands of one breakdown for which keep(band) is true.
    Profile kept(Profile const& profile, HeapBreakdown breakdown,
                 std::function<bool(Band const&)> const& keep) const {
        auto const& column = profile.columns[column_of(breakdown)];
        return profile.where(
            {column.breakdown, column.name, [&](Band const& band, auto const&) { return keep(band); }});
    }
    /// The part of a profile that the options select.
    Profile asked_of(Profile profile) const {
        for (auto const& asked : options_.restrictions)
            profile = kept(profile, asked.breakdown, [&](Band const& band) {
                return row_of(asked.breakdown).keeps(asked, band, options_.ghc);
            });
        if (options_.ghc && options_.by(HeapBreakdown::retainer))
            profile = kept(profile, HeapBreakdown::retainer,
                           [](Band const& band) { return !band.identity.unreached; });
        return profile;
    }
    /// For each band of a column, whether any sample counted it.
    static std::vector<bool> counted(Profile const& profile, std::size_t column) {
        std::vector<bool> counted(profile.columns[column].bands.size());
        for (auto const& sample : profile.samples)
            for (auto const& entry : sample.entries) counted[entry.bands[column]] = true;
        return counted;
    }
    /// Converts a profile to samples.
    void known(Profile profile) {
        profile = asked_of(std::move(profile));
        std::vector<std::size_t> columns;
        for (auto const breakdown : options_.breakdowns) {
            columns.push_back(column_of(breakdown));
            auto& column = profile.columns[columns.back()];
            if (breakdown == HeapBreakdown::retainer)
                labels_.label_sets(column, counted(profile, columns.back()));
            if (breakdown == HeapBreakdown::cost_centre) labels_.label_stacks(column);
        }
        std::optional<std::size_t> largest;
        for (std::size_t s = 0; s != profile.samples.size(); ++s) {
            samples_.push_back(heap_sample(profile, columns, s));
            if (options_.breakdowns == std::vector{HeapBreakdown::biography})
                add_empty_phases(samples_.back());
            if (auto const bytes = samples_.back().bytes(); bytes >= largest_bytes_) {
                largest_bytes_ = bytes;
                largest = s;
            }
        }
        if (!largest) return;
        profile.samples = {profile.samples[*largest]};
        largest_ = profile.by_columns(columns);
    }

    RtsOptions options_;
    CensusGraph graph_;
    HeapBreakdownParts parts_;
    std::vector<HeapBreakdown> columns_;  // columns of the profile
    std::vector<AnyBreakdown<Closure*>> chosen_;
    HeapLabels labels_;
    std::optional<Profiler<CensusGraph>> over_time_;

    std::vector<HeapSample> samples_;
    Table largest_;
    std::uint64_t largest_bytes_ = 0;
    std::size_t censuses_ = 0;
    double last_ = 0;  // the time of the last census
};

}  // namespace trav::ghc
