// trav/profile/detail/sampler.hpp: Sampler, which takes the samples of a profiler, whatever the types of its
// breakdowns.
//
// Its functions are defined outside of the class, since `extern template` has no effect on others: with
// compiled.hpp a program has them once.
#pragma once

#include "../../detail/unique_ptr.hpp"
#include "../../fwd.hpp"
#include "../../strategy/statistics.hpp"
#include "../biography.hpp"
#include "../columns.hpp"
#include "../counts.hpp"
#include "../in_batches.hpp"
#include "../in_order.hpp"
#include "../profile.hpp"
#include "../samples.hpp"
#include "graph_solver.hpp"
#include "sample_solver.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

/// Samples of the heap `G`. `MayHaveLife`: one of the breakdowns may be a Biography.
template <class G, bool MayHaveLife>
class Sampler {
    using N = node_t<G>;
    using Solver = std::conditional_t<SolvesFlows<G>, GraphSolver<G>, SampleSolver<G>>;

  public:
    Sampler(G graph, std::size_t breakdowns);
    ~Sampler();
    Sampler(Sampler const&) = delete;  // the solver may refer to the graph
    Sampler& operator=(Sampler const&) = delete;

    void add(UniquePtr<Classifier<N>> breakdown);
    /// The graph as it was given, and as the roots of the last sample see it.
    G const& given() const { return solver_.given(); }
    G const& graph() const { return solver_.graph(); }
    std::vector<N> resolved(auto const& handles) const { return solver_.resolved(handles); }
    std::vector<UniquePtr<Classifier<N>>> const& columns() const { return columns_.all(); }

    /// A sample. It is taken as a whole, or not at all if an exception ends it.
    class Census {
      public:
        Census(Sampler& sampler, double time);
        ~Census();
        Census(Census const&) = delete;
        Census& operator=(Census const&) = delete;
        /// Counts the objects that the roots reach. The policies of the breakdowns have been run.
        void reached(std::vector<N> const& roots, Statistics const& of_policies);
        /// Counts the objects that the graph lists.
        template <class = void>
        void listed(std::vector<N> const& roots, Statistics const& of_policies);

      private:
        void end(Statistics const& of_solver, Statistics const& of_policies);
        Sampler* sampler_;
        double time_;
    };

    Statistics const& statistics() const { return statistics_; }
    Profile profile() const;
    /// Frees the memory of the solver and the columns.
    void release() {
        solver_.release();
        columns_.release();
    }
    /// Calls f with the Biography, if there is one.
    void with_life([[maybe_unused]] auto f) const {
        if constexpr (MayHaveLife)
            if (auto* const life = columns_.life()) f(*life);
    }

  private:
    /// Receives the objects of a sample, as the solver comes to them.
    struct Receiver {
        Sampler& sampler;
        bool early;  // whether to record sizes and early bands as soon as objects are seen

        bool at_any_time() const { return sampler.columns_.at_any_time(); }
        void seen(std::span<N const> nodes) {
            if (early) sampler.record(nodes);
        }
        void count(std::span<N const> nodes, Place const* slots, bool back) {
            sampler.record(nodes);
            sampler.count(nodes, slots, 0, back);
            sampler.columns_.forget();  // the next records may be by number, starting at the first
        }
        void forget() {
            sampler.counts_.begin_sample();
            sampler.abandon_census();
        }
    };

    void record(std::span<N const> nodes) {
        columns_.record(nodes, [this](N const& n) { return solver_.size(n); });
    }
    /// Records and counts objects that the graph lists. A template: an explicit instantiation leaves it out.
    template <class = void>
    void count_listed(std::span<N const> nodes) {
        std::array<Place, batch_size> places;
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
        if constexpr (MayHaveLife)
            if (auto* const life = columns_.life()) {  // it counts by itself, over time
                std::array<std::uint32_t, batch_size> rows;
                counts_.rows(bands, nodes.size(), rows.data());
                for (std::size_t i = 0; i != nodes.size(); ++i)
                    if (back) life->take_back(nodes[i], rows[i], bytes[i]);
                    else life->alive(nodes[i], rows[i], bytes[i]);
                return;
            }
        counts_.add(bands, nodes.size(), bytes, back);
    }
    void abandon_census() {
        with_life([](auto& life) { life.abandon_census(); });
    }

    Solver solver_;
    Columns<N> columns_;
    Counts<std::uint32_t> counts_;
    Samples<> samples_;
    Statistics statistics_;
};

template <class G, bool MayHaveLife>
Sampler<G, MayHaveLife>::Sampler(G graph, std::size_t breakdowns)
    : solver_(std::move(graph)), counts_(breakdowns) {}
template <class G, bool MayHaveLife>
Sampler<G, MayHaveLife>::~Sampler() = default;

template <class G, bool MayHaveLife>
void Sampler<G, MayHaveLife>::add(UniquePtr<Classifier<N>> breakdown) {
    if (auto* const flow = breakdown->flow()) solver_.add(*flow);
    columns_.add(std::move(breakdown));
}

template <class G, bool MayHaveLife>
Sampler<G, MayHaveLife>::Census::Census(Sampler& sampler, double time) : sampler_(&sampler), time_(time) {
    sampler.samples_.check(time);
    sampler.counts_.begin_sample();
    sampler.columns_.begin_sample(sampler.samples_.count(), time);
}
template <class G, bool MayHaveLife>
Sampler<G, MayHaveLife>::Census::~Census() {
    if (sampler_) sampler_->abandon_census();  // an exception ends it
}

template <class G, bool MayHaveLife>
void Sampler<G, MayHaveLife>::Census::reached(std::vector<N> const& roots, Statistics const& of_policies) {
    Sampler& all = *sampler_;
    Receiver receiver{all, true};
    Statistics const statistics = all.solver_.run(roots, false, receiver);
    all.with_life([&](auto& life) { life.expect_all(statistics.objects); });
    if (!all.solver_.count_in_memory(receiver)) {
        auto const nodes = all.solver_.nodes();
        for (std::size_t first = 0; first < nodes.size(); first += batch_size) {
            std::size_t const left = nodes.size() - first;
            auto const some = nodes.subspan(first, left < batch_size ? left : batch_size);
            std::array<Place, batch_size> places;
            for (std::size_t i = 0; i != some.size(); ++i) places[i] = static_cast<Place>(first + i);
            all.count(some, places.data(), first);
        }
    }
    end(statistics, of_policies);
}

template <class G, bool MayHaveLife>
template <class>
void Sampler<G, MayHaveLife>::Census::listed(std::vector<N> const& roots, Statistics const& of_policies) {
    Sampler& all = *sampler_;
    Receiver receiver{all, false};
    Statistics const statistics = all.solver_.run(roots, true, receiver);
    if (!all.solver_.count_in_memory(receiver)) {
        auto batches = in_batches<N>([&](std::span<N const> nodes) { all.count_listed(nodes); });
        for (N const& n : all.graph().objects()) batches.push(n);
        batches.flush();
    }
    end(statistics, of_policies);
}

template <class G, bool MayHaveLife>
void Sampler<G, MayHaveLife>::Census::end(Statistics const& of_solver, Statistics const& of_policies) {
    Sampler& all = *sampler_;
    auto counted = all.counts_.sample();
    all.samples_.make_room();
    all.with_life([](auto& life) { life.end_census(); });  // if it throws, the census has not ended
    all.samples_.add(time_, std::move(counted));
    all.statistics_ = of_solver;
    all.statistics_.visits += of_policies.visits;
    all.statistics_.max_frontier = of_policies.max_frontier;
    sampler_ = nullptr;
    all.columns_.end_sample();
}

template <class G, bool MayHaveLife>
Profile Sampler<G, MayHaveLife>::profile() const {
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

}  // namespace trav::detail
