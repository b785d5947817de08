// trav/distributed/profiler.hpp: profiles a heap that is spread over several ranks, by several breakdowns.
//
//     trav::distributed::Profiler profiler{comm, part, retainers, roots, type}; // by reference; in all ranks
//     profiler.sample(all_roots, seconds);                                      // called by all ranks
//     if (auto const profile = profiler.profile()) ...                          // at rank 0: a trav::Profile
//
// Takes the breakdowns of trav::Profiler, except breakdowns with policies; asks for keys only of a rank's own
// objects. All ranks must have the same breakdowns in the same order, and breakdowns by root must name the
// same roots. A flow must define how its values are sent between ranks (solve.hpp), as RootSets, Retainers
// and OtherRoots do. The identities of retainers must be numbers or texts. Breakdowns selected at run time
// are added one by one:
//
//     trav::distributed::Profiler profiler{comm, part};
//     if (wanted) profiler.add(type);                                             // an rvalue is kept
//
// Each sample solves one additional flow, which finds the reachable objects. It takes the memory of solve()
// for each flow. If a rank throws, the sample fails in all ranks; as with trav::Profiler, it is not counted,
// and the next sample is correct.
#pragma once

#include "../flow/reach.hpp"
#include "../flow/solve.hpp"
#include "../profile/any_breakdown.hpp"
#include "../profile/check.hpp"
#include "../profile/columns.hpp"
#include "../profile/counts.hpp"
#include "../profile/in_batches.hpp"
#include "../profile/samples.hpp"
#include "detail/classifiers.hpp"
#include "merge.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::distributed {

/// Profiles a heap; this rank has one part of it.
template <Communicator Comm, Part P>
class Profiler {
    using N = typename P::node;

  public:
    /// Refers to the breakdowns.
    template <class... Bs>
    explicit Profiler(Comm& comm, P part, Bs&&... breakdowns) : comm_(comm), part_(std::move(part)) {
        static_assert(
            requires(P const& p, N n) { p.size(n); },
            "trav: a profiler needs to know how large objects are: give the part a 'std::size_t "
            "size(node) const', or its graph");
        if constexpr ((std::is_lvalue_reference_v<Bs> && ...)) {
            (add(breakdowns), ...);
        } else {
            static_assert(trav::detail::never<P>,
                          "trav: breakdowns are used by reference, and asked for later: give this one a name "
                          "first");
        }
    }
    Profiler(Profiler const&) = delete;
    Profiler& operator=(Profiler const&) = delete;

    /// Refers to a named breakdown, and owns any other. Throws std::logic_error after the first sample, and
    /// std::invalid_argument for an AnyBreakdown with a flow or over time.
    template <class B>
    void add(B&& breakdown) {
        if (samples_.count() != 0)
            throw std::logic_error("trav: breakdowns are added before the first sample");
        if constexpr (std::same_as<std::remove_cvref_t<B>, AnyBreakdown<N>>) {
            add_any(breakdown);
        } else if constexpr (std::is_lvalue_reference_v<B>) {
            add_named(breakdown);
        } else {
            auto const owned = std::make_shared<B>(std::forward<B>(breakdown));
            owned_.push_back(owned);
            add_named(*owned);
        }
    }

    /// Counts all objects reachable from `roots` and from the roots named by breakdowns. Must be called by
    /// all ranks; a rank may leave out roots of other parts.
    template <class Roots = std::initializer_list<N>>
    void sample(Roots const& roots, double time) {
        census(roots, time, false);
    }
    /// Counts every object, reachable or not.
    template <class Roots = std::initializer_list<N>>
    void sample_heap(Roots const& roots, double time) {
        census(roots, time, true);
    }

    /// All samples so far, of all ranks; empty except at rank 0. Must be called by all ranks.
    std::optional<Profile> profile() { return merged(comm_, samples_.profile(counts_, columns_)); }

  private:
    template <class B>
    void add_named(B& breakdown) {
        if constexpr (detail::check_breakdown<P, B>()) {
            static_assert(!LifeBreakdown<B>,
                          "trav: a Biography follows one heap over time, in one program: give it "
                          "to the trav::Profiler of each rank, and merge the profiles");
            trav::detail::Counts<std::uint32_t> counts(columns_.all().size() + 1);
            if constexpr (FlowBreakdown<B>) {
                using Made = detail::ByFlow<Comm, P, B>;
                using Full =
                    std::conditional_t<FollowsDeaths<B, N>, trav::detail::DeathNotifier<Made, B, N>, Made>;
                flows_.reserve(flows_.size() + 1);
                auto* const made = new Full(breakdown, comm_, part_, border_);
                columns_.add(trav::detail::UniquePtr<trav::detail::Classifier<N>>(made));
                flows_.push_back(made);  // cannot throw: reserved above
            } else if constexpr (!LifeBreakdown<B>) {
                columns_.add(trav::detail::classifier_of<N>(breakdown));
            }
            counts_ = std::move(counts);
        }
    }

    void add_any(AnyBreakdown<N> const& breakdown) {
        auto classifier = breakdown.classifier();
        if (classifier->flow() || classifier->life())
            throw std::invalid_argument("trav: a breakdown with a flow, or over time, cannot be an "
                                        "AnyBreakdown of several ranks: add it by its own type");
        trav::detail::Counts<std::uint32_t> counts(columns_.all().size() + 1);
        owned_.push_back(std::make_shared<AnyBreakdown<N>>(breakdown));
        columns_.add(std::move(classifier));
        counts_ = std::move(counts);
    }

    void census(auto const& roots, double time, bool all) {
        samples_.check(time);
        std::vector<N> own, begins;
        for (auto const& root : roots)
            if (N const n = static_cast<N>(root); n < part_.total() && owns(part_, n)) own.push_back(n);
        counts_.begin_sample();
        columns_.begin_sample(samples_.count(), time);
        border_.emplace(comm_, part_);
        begins = own;
        for (auto* const flow : flows_) flow->begin(own, begins);
        for (auto* const flow : flows_) flow->solve();
        if (all) {
            count([](N) { return true; });
        } else {
            std::vector<Source<N, bool>> sources;
            for (N const n : begins) sources.push_back({n, true});
            Reach reach;
            auto const reached = distributed::solve(comm_, part_, *border_, sources, reach);
            count([&](N n) { return reached.find(n) != nullptr; });
        }
        samples_.add(time, counts_.sample());
        columns_.end_sample();
    }
    void count(auto const& counts_too) {
        auto batches = trav::detail::in_batches<N>([this](std::span<N const> nodes) { count_batch(nodes); });
        for (std::uint64_t n = part_.first(), end = n + part_.count(); n != end; ++n)
            if (counts_too(static_cast<N>(n))) batches.push(static_cast<N>(n));
        batches.flush();
    }
    void count_batch(std::span<N const> nodes) {
        columns_.forget();
        columns_.record(nodes, [this](N n) { return part_.size(n); });
        std::uint32_t const* const bands = columns_.bands(nodes, nullptr, 0);
        std::uint64_t const* const bytes = columns_.bytes();
        counts_.add(bands, nodes.size(), bytes);
    }

    Comm& comm_;
    P part_;
    std::optional<Border<P>> border_;
    std::vector<std::shared_ptr<void>> owned_;
    trav::detail::Columns<N> columns_;
    std::vector<detail::AcrossRanks<N>*> flows_;
    trav::detail::Counts<std::uint32_t> counts_{0};
    trav::detail::Samples<> samples_;
};

template <class Comm, class P, class... Bs>
Profiler(Comm&, P, Bs&&...) -> Profiler<Comm, P>;

}  // namespace trav::distributed
