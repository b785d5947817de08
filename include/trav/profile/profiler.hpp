// trav/profile/profiler.hpp: several breakdowns of a heap, in one pass, over time.
//
//     trav::Profiler profiler{heap, retainers, roots, type};     // breakdowns are used by reference
//     profiler.sample(all_roots, seconds);                       // as often as you like
//     auto const profile = profiler.profile();
//     profile.by(retainers, type);
//
//     std::vector<trav::AnyBreakdown<Obj*>> chosen = ...;        // chosen at run time: any_breakdown.hpp
//     trav::Profiler profiler{heap, chosen};
//
// The heap is read once for every breakdown, and an object is counted once, for the combination of its bands.
// With a Biography among the breakdowns the profile has its phases as a column, decided as time goes on.
//
// A sample costs one visit of each object, one of its number for each flow, whatever the number of values,
// and one look-up for each object and breakdown; where the graph says in which order objects lie in memory,
// and most edges lead one way (graph/memory_order.hpp), a read of the heap from one end to the other, another
// one unless all breakdowns have flows, and a value of each flow for each object. A key that is made of a
// flow's value may be asked for before that is final, and then once more. The strategy is for the breakdowns'
// own policies: nothing else depends on an order. A profile kept over time takes room for each combination of
// bands in each sample, not for objects; a sample, where objects are numbered, some 60 bytes, and 20 to 30
// for each flow, for each object, kept for the next.
//
// A sample counts whole or not at all: after an exception, of a breakdown, the graph or memory, the profile
// is what it was, and the next sample is right. What a breakdown's own key(), flow or policy has changed
// stays. Only what a breakdown's died() throws comes after the sample has been counted.
#pragma once

#include "../detail/owned.hpp"
#include "any_breakdown.hpp"
#include "biography.hpp"
#include "detail/check.hpp"
#include "detail/columns.hpp"
#include "detail/counts.hpp"
#include "detail/in_batches.hpp"
#include "detail/policies.hpp"
#include "detail/samples.hpp"
#include "detail/seconds.hpp"
#include "detail/survey.hpp"
#include "in_order.hpp"
#include "profile.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// Chosen when a check fails; the static_assert says what is missing.
template <class G, class... Bs>
class Profiler {
  public:
    explicit Profiler(G const&, std::remove_reference_t<Bs> const&...) {}
    void sample(auto&&...) {}
    Profile profile() const { return {}; }
};

/// Profiles the heap `G` by the breakdowns `Bs`, or by a list of them if none is named.
template <class G, class... Bs>
    requires(detail::check_profiler<G, Bs...>())
class Profiler<G, Bs...> {
    using N = node_t<G>;
    using Policies = detail::Policies<G, decltype(detail::with_policies(std::declval<Bs&>()...))>;
    static constexpr bool is_list = sizeof...(Bs) == 0;
    static constexpr bool may_have_life = is_list || (LifeBreakdown<Bs> || ...);
    static constexpr bool may_follow = may_have_life || (FollowsDeaths<Bs, N> || ...);

  public:
    explicit Profiler(G graph, Bs&... breakdowns)
        : survey_(std::move(graph)),
          policies_(survey_.graph(), detail::with_policies(breakdowns...)),
          counts_(sizeof...(Bs)) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (add(detail::classifier_of<N, detail::policies_before<I, Bs...>()>(breakdowns, policies_)), ...);
        }(std::index_sequence_for<Bs...>{});
    }
    /// Throws std::invalid_argument if there are several Biographies.
    explicit Profiler(G graph, std::vector<AnyBreakdown<N>> breakdowns)
        requires is_list
        : listed_(std::move(breakdowns)),
          survey_(std::move(graph)),
          policies_(survey_.graph(), {}),
          counts_(listed_.size()) {
        for (auto const& breakdown : listed_) add(breakdown.classifier());
    }

    /// A census of all that `roots`, and roots that breakdowns name, reach. Throws std::invalid_argument if
    /// the time is not finite, or is before that of the last sample, and if two Labelled share a field, a
    /// word or a store.
    template <class Strategy = DepthFirst, class Roots = std::initializer_list<N>>
    void sample(Roots const& roots, double time) {
        if constexpr (detail::check_roots<G, Roots>()) census(time, [&] { return reached<Strategy>(roots); });
    }
    /// The same now: the time is the seconds since the profiler was made.
    template <class Strategy = DepthFirst, class Roots = std::initializer_list<N>>
    void sample(Roots const& roots) {
        sample<Strategy>(roots, detail::seconds() - start_);
    }
    /// A census of every object that the graph lists, reached or not.
    template <class Strategy = DepthFirst, class Roots = std::initializer_list<N>>
    void sample_heap(Roots const& roots, double time)
        requires requires(G const& graph) { graph.objects(); }
    {
        if constexpr (detail::check_roots<G, Roots>()) census(time, [&] { return all<Strategy>(roots); });
    }

    /// Tells the Biography, if there is one, that the program uses the object.
    void used(N const& n)
        requires may_have_life
    {
        if (auto* const life = columns_.life()) life->used(resolve(survey_.graph(), n));
    }
    /// Tells those breakdowns that follow objects that this is a new one: its handle may have been another's.
    void created(N const& n)
        requires may_follow
    {
        for (auto* const follower : columns_.followers()) follower->created(resolve(survey_.graph(), n));
    }
    /// Tells them that the object is about to be destroyed. Else a sample sees that it is gone.
    void died(N const& n)
        requires may_follow
    {
        for (auto* const follower : columns_.followers()) follower->died(resolve(survey_.graph(), n));
    }

    /// Of the last sample: objects that were reached, and visits: one to number an object, one for each flow,
    /// those of policies. sample_heap() numbers what flows need, and nothing else.
    Statistics const& statistics() const { return statistics_; }

    /// All samples so far; objects that are alive now are taken for survivors.
    Profile profile() const& {
        Profile profile = samples_.profile(counts_, columns_);
        if (auto const* const life = columns_.life())
            life->each([&](std::size_t census, std::uint32_t row, std::uint32_t band, Amount const& amount) {
                auto bands = counts_.bands(row);
                bands[columns_.life_column()] = band;
                profile.samples[census].entries.push_back({std::move(bands), amount});
            });
        return in_order(std::move(profile));
    }
    /// The same of a profiler that takes no more samples, std::move(profiler).profile(): what it has kept of
    /// the heap is freed first.
    Profile profile() && {
        survey_.release();
        columns_.release();
        return std::as_const(*this).profile();
    }

  private:
    /// What a survey shows objects to.
    struct Counter {
        Profiler& profiler;
        bool notes;  // what is known at sight, as soon as it is seen

        bool at_any_time() const { return profiler.columns_.at_any_time(); }
        void seen(std::span<N const> nodes) {
            if (notes) profiler.note(nodes);
        }
        void count(std::span<N const> nodes, Place const* slots, bool back) {
            profiler.note(nodes);
            profiler.count(nodes, slots, 0, back);
            profiler.columns_.forget();  // what is noted next may be by numbers, from the first on
        }
        void forget() {
            profiler.counts_.begin_sample();
            profiler.columns_.abandon_census();
        }
    };

    void add(detail::Owned<detail::Classifier<N>> breakdown) {
        if (auto* const flow = breakdown->flow()) survey_.add(*flow);
        columns_.add(std::move(breakdown));
    }
    /// Counts what the roots reach.
    template <class Strategy>
    Statistics reached(auto const& roots) {
        Counter counter{*this, true};
        Statistics const statistics = survey<Strategy>(roots, false, counter);
        if (auto* const life = columns_.life()) life->expect_all(statistics.objects);
        if (survey_.count_in_memory(counter)) return statistics;
        auto const nodes = survey_.nodes();
        for (std::size_t first = 0; first < nodes.size(); first += detail::batch_size) {
            std::size_t const left = nodes.size() - first;
            auto const some = nodes.subspan(first, left < detail::batch_size ? left : detail::batch_size);
            std::array<Place, detail::batch_size> places;
            for (std::size_t i = 0; i != some.size(); ++i) places[i] = static_cast<Place>(first + i);
            count(some, places.data(), first);
        }
        return statistics;
    }
    /// Counts what the graph lists.
    template <class Strategy>
    Statistics all(auto const& roots) {
        Counter counter{*this, false};
        Statistics const statistics = survey<Strategy>(roots, true, counter);
        if (survey_.count_in_memory(counter)) return statistics;
        auto batches = detail::in_batches<N>([this](std::span<N const> nodes) { count(nodes); });
        for (N const& n : survey_.graph().objects()) batches.push(n);
        batches.flush();
        return statistics;
    }
    /// A sample of what `count_all`, which answers the statistics, counts; none if it throws.
    void census(double time, auto count_all) {
        samples_.check(time);
        counts_.begin_sample();
        try {
            columns_.begin_sample(samples_.count(), time);
            Statistics const statistics = count_all();
            auto counted = counts_.sample();
            samples_.make_room();
            columns_.end_census();
            samples_.add(time, std::move(counted));
            statistics_ = statistics;
        } catch (...) {
            columns_.abandon_census();
            throw;
        }
        columns_.end_sample();
    }
    template <class Strategy>
    Statistics survey(auto const& roots, bool for_flows_alone, Counter& counter) {
        auto const nodes = survey_.resolved(roots);
        Statistics const of_policies = policies_.template run<Strategy>(survey_.graph(), nodes);
        Statistics all = survey_.run(nodes, for_flows_alone, counter);
        all.visits += of_policies.visits;
        all.max_frontier = of_policies.max_frontier;
        return all;
    }
    void note(std::span<N const> nodes) {
        columns_.note(nodes, [this](N const& n) { return survey_.graph().size(n); });
    }
    /// Counts objects, of which nothing was noted yet.
    void count(std::span<N const> nodes) {
        std::array<Place, detail::batch_size> places;
        for (std::size_t i = 0; i != nodes.size(); ++i) places[i] = survey_.place(nodes[i]);
        columns_.forget();
        note(nodes);
        count(nodes, places.data(), 0);
    }
    /// Counts objects, each in the row of its bands, or takes them back; of those that were noted they begin
    /// at the `first`.
    void count(std::span<N const> nodes, Place const* places, std::size_t first, bool back = false) {
        auto* const life = columns_.life();
        if (life) life->expect(nodes);
        std::uint32_t const* const bands = columns_.bands(nodes, places, first);
        std::uint64_t const* const bytes = columns_.bytes() + first;
        if (life) {  // it counts by itself, over time
            std::array<std::uint32_t, detail::batch_size> rows;
            counts_.rows(bands, nodes.size(), rows.data());
            if (back) life->take_back(nodes, rows.data(), bytes);
            else life->alive(nodes, rows.data(), bytes);
        } else if (back) {
            counts_.take_back(bands, nodes.size(), bytes);
        } else {
            counts_.add(bands, nodes.size(), bytes);
        }
    }

    std::vector<AnyBreakdown<N>> listed_;  // `columns_` refers to what they own
    detail::Survey<G> survey_;
    Policies policies_;
    detail::Columns<N> columns_;
    detail::Counts<std::uint32_t> counts_;
    detail::Samples samples_;
    double start_ = detail::seconds();
    Statistics statistics_;
};

template <class G, class N>
Profiler(G, std::vector<AnyBreakdown<N>>) -> Profiler<G>;
template <class G, class... Bs>
Profiler(G, Bs&&...)  // one without a name is refused, and known by its two ampersands
    ->Profiler<G, std::conditional_t<std::is_lvalue_reference_v<Bs>, std::remove_reference_t<Bs>, Bs&&>...>;

}  // namespace trav
