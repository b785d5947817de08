// trav/profile/profiler.hpp: Profiler, several breakdowns of a heap in one pass, over time.
//
//     trav::Profiler profiler{heap, retainers, roots, type};     // breakdowns are used by reference
//     profiler.sample(all_roots, seconds);                       // as often as you like
//     auto const profile = profiler.profile();
//     profile.by(retainers, type);
//
//     std::vector<trav::AnyBreakdown<Obj*>> chosen = ...;        // chosen at run time: any_breakdown.hpp
//     trav::Profiler profiler{heap, chosen};
//
// The heap is read once for all breakdowns, and each object is counted once, for the combination of its
// bands. If one of the breakdowns is a Biography, the profile has its phases as a column, decided as time
// goes on.
//
// Each sample visits every object once, and performs one key look-up per object and breakdown. Each flow adds
// one pass over the numbered objects, for any number of values. If the graph exposes its memory order, and
// most edges lead one way (graph/memory_order.hpp), a sample instead reads the heap sequentially, once if all
// breakdowns have flows and twice otherwise, and stores one value per object and flow. So does a sample of
// objects that are pointers, in the order of their addresses, after a walk that finds them. A key may be
// requested before the flow's value is final, and then once more. The strategy is only for the breakdowns'
// own policies: nothing else depends on an order. A profile over time takes memory per combination of bands
// in each sample, not per object. Numbering takes about 60 bytes per object, plus 20 to 30 per object and
// flow; later samples reuse that memory.
//
// The graph may also be a file (flow/streamed_graph.hpp) or shared by several ranks
// (distributed/shared_graph.hpp). Such a graph solves the flows itself, one by one, and one more for the
// reachable objects.
//
// A sample counts as a whole or not at all. After an exception from a breakdown, from the graph or from an
// allocation, the profile is unchanged, and the next sample is correct. Changes made by a breakdown's own
// key(), flow or policy remain. Only exceptions of a breakdown's died() come after the sample has been
// counted.
#pragma once

#include "check.hpp"  // first: messages name few headers

#include "../detail/unique_ptr.hpp"
#include "../fwd.hpp"
#include "../strategy/statistics.hpp"
#include "any_breakdown.hpp"
#include "biography.hpp"
#include "columns.hpp"
#include "counts.hpp"
#include "detail/graph_solver.hpp"
#include "detail/sample_solver.hpp"
#include "in_batches.hpp"
#include "in_order.hpp"
#include "profile.hpp"
#include "samples.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// Chosen if a check fails; the static_assert names the failure.
template <class G, class... Bs>
class Profiler {
  public:
    explicit Profiler(G const&, std::remove_reference_t<Bs> const&...) {}
    void sample(auto&&...) {}
    template <class N>
    void sample(std::initializer_list<N>, auto&&...) {}
    Profile profile() const { return {}; }
};

/// Profiles the heap `G` by the breakdowns `Bs`, or, if there are none, by a list of breakdowns.
template <class G, class... Bs>
    requires(detail::check_profiler<G, Bs...>())
class Profiler<G, Bs...> {
    using N = node_t<G>;
    using Policies = detail::Policies<G, Bs...>;
    using Solver = std::conditional_t<SolvesFlows<G>, detail::GraphSolver<G>, detail::SampleSolver<G>>;
    static constexpr bool is_list = sizeof...(Bs) == 0;
    static constexpr bool may_have_life = (is_list && detail::Hashable<N>) || (LifeBreakdown<Bs> || ...);
    static constexpr bool may_follow = is_list || may_have_life || (FollowsDeaths<Bs, N> || ...);

  public:
    explicit Profiler(G graph, Bs&... breakdowns)
        : solver_(std::move(graph)), policies_(solver_.given(), breakdowns...), counts_(sizeof...(Bs)) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (add_column(policies_.template classifier<I>(breakdowns, solver_.given())), ...);
        }(std::index_sequence_for<Bs...>{});
    }
    /// Throws std::invalid_argument if there are several Biographies.
    template <class Of>
        requires is_list
    explicit Profiler(G graph, std::vector<AnyBreakdown<N, Of>> const& breakdowns)
        : listed_(breakdowns.begin(), breakdowns.end()),
          solver_(std::move(graph)),
          policies_(solver_.given()),
          counts_(listed_.size()) {
        for (auto const& breakdown : listed_) add_column(breakdown.classifier(solver_.given()));
    }

    /// Counts all objects reachable from `roots` and from the roots named by breakdowns. Throws
    /// std::invalid_argument if the time is not finite or before the time of the last sample, or if two
    /// StoredFlow share a field, a word or a store.
    template <class Strategy = DepthFirst, class Roots = std::initializer_list<N>>
    void sample(Roots const& roots, double time) {
        if constexpr (detail::check_roots<G, Roots>()) census(time, [&] { return reached<Strategy>(roots); });
    }
    /// Takes a sample now; its time is the number of seconds since the construction of the profiler.
    template <class Strategy = DepthFirst, class Roots = std::initializer_list<N>>
    void sample(Roots const& roots) {
        if constexpr (detail::check_roots<G, Roots>()) sample<Strategy>(roots, detail::seconds() - start_);
    }
    /// Counts every object that the graph lists, reachable or not.
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
        with_life([&](auto& life) { life.used(resolve(solver_.graph(), n)); });
    }
    /// Notifies the breakdowns that follow objects of a new object, which may have a reused handle.
    void created(N const& n)
        requires may_follow
    {
        for (auto const& column : columns_.all()) column->created(resolve(solver_.given(), n));
    }
    /// Notifies them that the object is about to be destroyed. Otherwise a sample detects its death.
    void died(N const& n)
        requires may_follow
    {
        for (auto const& column : columns_.all()) column->died(resolve(solver_.given(), n));
    }

    /// Of the last sample: the objects reached, and the visits: one to number an object, one per flow, and
    /// the visits of policies. sample_heap() numbers only the objects that flows need. Nothing is counted for
    /// graphs that solve flows themselves.
    Statistics const& statistics() const { return statistics_; }

    /// All samples so far; living objects count as survivors.
    Profile profile() const& {
        Profile profile = samples_.profile(counts_, columns_);
        with_life([&](auto const& life) {
            life.each([&](std::size_t census, std::uint32_t row, std::uint32_t band, Amount const& amount) {
                auto bands = counts_.bands(row);
                bands[columns_.life_column()] = band;
                profile.samples[census].entries.push_back({std::move(bands), amount});
            });
        });
        return in_order(std::move(profile));
    }
    /// std::move(profiler).profile(), for a profiler that takes no more samples, frees its data about the
    /// heap first.
    Profile profile() && {
        solver_.release();
        columns_.release();
        return std::as_const(*this).profile();
    }

  private:
    /// Receives the objects of a sample, as the solver comes to them.
    struct Receiver {
        Profiler& profiler;
        bool early;  // whether to record sizes and early bands as soon as objects are seen

        bool at_any_time() const { return profiler.columns_.at_any_time(); }
        void seen(std::span<N const> nodes) {
            if (early) profiler.record(nodes);
        }
        void count(std::span<N const> nodes, Place const* slots, bool back) {
            profiler.record(nodes);
            profiler.count(nodes, slots, 0, back);
            profiler.columns_.forget();  // the next records may be by number, starting at the first
        }
        void forget() {
            profiler.counts_.begin_sample();
            profiler.abandon_census();
        }
    };

    void add_column(detail::UniquePtr<detail::Classifier<N>> breakdown) {
        if (auto* const flow = breakdown->flow()) solver_.add(*flow);
        columns_.add(std::move(breakdown));
    }
    /// Counts the objects that the roots reach.
    template <class Strategy>
    Statistics reached(auto const& roots) {
        Receiver receiver{*this, true};
        Statistics const statistics = solve<Strategy>(roots, false, receiver);
        with_life([&](auto& life) { life.expect_all(statistics.objects); });
        if (solver_.count_in_memory(receiver)) return statistics;
        auto const nodes = solver_.nodes();
        for (std::size_t first = 0; first < nodes.size(); first += detail::batch_size) {
            std::size_t const left = nodes.size() - first;
            auto const some = nodes.subspan(first, left < detail::batch_size ? left : detail::batch_size);
            std::array<Place, detail::batch_size> places;
            for (std::size_t i = 0; i != some.size(); ++i) places[i] = static_cast<Place>(first + i);
            count(some, places.data(), first);
        }
        return statistics;
    }
    /// Counts the objects that the graph lists.
    template <class Strategy>
    Statistics all(auto const& roots) {
        Receiver receiver{*this, false};
        Statistics const statistics = solve<Strategy>(roots, true, receiver);
        if (solver_.count_in_memory(receiver)) return statistics;
        auto batches = detail::in_batches<N>([this](std::span<N const> nodes) { count(nodes); });
        for (N const& n : solver_.graph().objects()) batches.push(n);
        batches.flush();
        return statistics;
    }
    /// Takes a sample with `count_all`, which returns the statistics; takes none if that throws.
    void census(double time, auto count_all) {
        samples_.check(time);
        counts_.begin_sample();
        struct Census {
            Profiler* profiler;
            ~Census() {
                if (profiler) profiler->abandon_census();  // an exception ends it
            }
        } open{this};
        columns_.begin_sample(samples_.count(), time);
        Statistics const statistics = count_all();
        auto counted = counts_.sample();
        samples_.make_room();
        with_life([](auto& life) { life.end_census(); });  // if it throws, the census has not ended
        samples_.add(time, std::move(counted));
        statistics_ = statistics;
        open.profiler = nullptr;
        columns_.end_sample();
    }
    template <class Strategy>
    Statistics solve(auto const& roots, bool for_flows_alone, Receiver& receiver) {
        auto const nodes = solver_.resolved(roots);
        Statistics const of_policies = policies_.template run<Strategy>(solver_.given(), nodes);
        Statistics all = solver_.run(nodes, for_flows_alone, receiver);
        all.visits += of_policies.visits;
        all.max_frontier = of_policies.max_frontier;
        return all;
    }
    void record(std::span<N const> nodes) {
        columns_.record(nodes, [this](N const& n) { return solver_.size(n); });
    }
    /// Records and counts objects.
    void count(std::span<N const> nodes) {
        std::array<Place, detail::batch_size> places;
        for (std::size_t i = 0; i != nodes.size(); ++i) places[i] = solver_.place(nodes[i]);
        columns_.forget();
        record(nodes);
        count(nodes, places.data(), 0);
    }
    /// Counts objects, each in the row of its bands, or uncounts them. Their records begin at index `first`.
    void count(std::span<N const> nodes, Place const* places, std::size_t first, bool back = false) {
        with_life([&](auto& life) { life.expect(nodes); });
        std::uint32_t const* const bands = columns_.bands(nodes, places, first);
        std::uint64_t const* const bytes = columns_.bytes() + first;
        if (columns_.life()) {  // a Biography counts by itself, over time
            std::array<std::uint32_t, detail::batch_size> rows;
            counts_.rows(bands, nodes.size(), rows.data());
            with_life([&](auto& life) {
                for (std::size_t i = 0; i != nodes.size(); ++i)
                    if (back) life.take_back(nodes[i], rows[i], bytes[i]);
                    else life.alive(nodes[i], rows[i], bytes[i]);
            });
        } else if (back) {
            counts_.take_back(bands, nodes.size(), bytes);
        } else {
            counts_.add(bands, nodes.size(), bytes);
        }
    }
    void abandon_census() {
        with_life([](auto& life) { life.abandon_census(); });
    }
    /// Calls f with the Biography, if there is one.
    void with_life([[maybe_unused]] auto f) const {
        if constexpr (may_have_life)
            if (auto* const life = columns_.life()) f(*life);
    }

    std::vector<AnyBreakdown<N, G>> listed_;  // `columns_` refers to the breakdowns that they own
    Solver solver_;
    Policies policies_;
    detail::Columns<N> columns_;
    detail::Counts<std::uint32_t> counts_;
    detail::Samples<> samples_;
    double start_ = detail::seconds();
    Statistics statistics_;
};

template <class G, class N, class Of>
Profiler(G, std::vector<AnyBreakdown<N, Of>>) -> Profiler<G>;
template <class G, class... Bs>
Profiler(G, Bs&&...)  // an unnamed breakdown is refused, and recognised by its two ampersands
    ->Profiler<G, std::conditional_t<std::is_lvalue_reference_v<Bs>, std::remove_reference_t<Bs>, Bs&&>...>;

}  // namespace trav
