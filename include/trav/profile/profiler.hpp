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

#include "../fwd.hpp"
#include "../graph/graph.hpp"
#include "../strategy/statistics.hpp"
#include "any_breakdown.hpp"
#include "biography.hpp"
#include "detail/sampler.hpp"
#include "profile.hpp"
#include "samples.hpp"

#include <cstddef>
#include <initializer_list>
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
    static constexpr bool is_list = sizeof...(Bs) == 0;
    static constexpr bool may_have_life = (is_list && detail::Hashable<N>) || (LifeBreakdown<Bs> || ...);
    static constexpr bool may_follow = is_list || may_have_life || (FollowsDeaths<Bs, N> || ...);
    using Heap = std::conditional_t<is_list, G, typename detail::same_graph<G>::type>;
    using Policies = detail::Policies<Heap, Bs...>;
    using Sampler = detail::Sampler<Heap, may_have_life>;

  public:
    explicit Profiler(G graph, Bs&... breakdowns)
        : sampler_(std::move(graph), sizeof...(Bs)), policies_(sampler_.given(), breakdowns...) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (sampler_.add(policies_.template classifier<I>(breakdowns, sampler_.given())), ...);
        }(std::index_sequence_for<Bs...>{});
    }
    /// Throws std::invalid_argument if there are several Biographies.
    template <class Of>
        requires is_list
    explicit Profiler(G graph, std::vector<AnyBreakdown<N, Of>> const& breakdowns)
        : listed_(breakdowns.begin(), breakdowns.end()),
          sampler_(std::move(graph), listed_.size()),
          policies_(sampler_.given()) {
        for (auto const& breakdown : listed_) sampler_.add(breakdown.classifier(sampler_.given()));
    }

    /// Counts all objects reachable from `roots` and from the roots named by breakdowns. Throws
    /// std::invalid_argument if the time is not finite or before the time of the last sample, or if two
    /// StoredFlow share a field, a word or a store.
    template <class Strategy = DepthFirst, class Roots = std::initializer_list<N>>
    void sample(Roots const& roots, double time) {
        if constexpr (detail::check_roots<G, Roots>()) {
            typename Sampler::Census census(sampler_, time);
            auto const nodes = sampler_.resolved(roots);
            census.reached(nodes, policies_.template run<Strategy>(sampler_.given(), nodes));
        }
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
        if constexpr (detail::check_roots<G, Roots>()) {
            typename Sampler::Census census(sampler_, time);
            auto const nodes = sampler_.resolved(roots);
            census.listed(nodes, policies_.template run<Strategy>(sampler_.given(), nodes));
        }
    }

    /// Tells the Biography, if there is one, that the program uses the object.
    void used(N const& n)
        requires may_have_life
    {
        sampler_.with_life([&](auto& life) { life.used(resolve(sampler_.graph(), n)); });
    }
    /// Notifies the breakdowns that follow objects of a new object, which may have a reused handle.
    void created(N const& n)
        requires may_follow
    {
        for (auto const& column : sampler_.columns()) column->created(resolve(sampler_.given(), n));
    }
    /// Notifies them that the object is about to be destroyed. Otherwise a sample detects its death.
    void died(N const& n)
        requires may_follow
    {
        for (auto const& column : sampler_.columns()) column->died(resolve(sampler_.given(), n));
    }

    /// Of the last sample: the objects reached, and the visits: one to number an object, one per flow, and
    /// the visits of policies. sample_heap() numbers only the objects that flows need. Nothing is counted for
    /// graphs that solve flows themselves.
    Statistics const& statistics() const { return sampler_.statistics(); }

    /// All samples so far; living objects count as survivors.
    Profile profile() const& { return sampler_.profile(); }
    /// std::move(profiler).profile(), for a profiler that takes no more samples, frees its data about the
    /// heap first.
    Profile profile() && {
        sampler_.release();
        return sampler_.profile();
    }

  private:
    std::vector<AnyBreakdown<N, G>> listed_;  // `sampler_` refers to the breakdowns that they own
    Sampler sampler_;
    Policies policies_;  // `sampler_` refers to it, too, but not while it is destroyed
    double start_ = detail::seconds();
};

template <class G, class N, class Of>
Profiler(G, std::vector<AnyBreakdown<N, Of>>) -> Profiler<G>;
template <class G, class... Bs>
Profiler(G, Bs&&...)  // an unnamed breakdown is refused, and recognised by its two ampersands
    ->Profiler<G, std::conditional_t<std::is_lvalue_reference_v<Bs>, std::remove_reference_t<Bs>, Bs&&>...>;

}  // namespace trav
