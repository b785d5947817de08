// HeapProfiler: the profiler of a dump: that of one program or, in heapprof-mpi, that of all its ranks.
#pragma once

#include <trav/dump/dump.hpp>

#ifdef HEAPPROF_MPI
#include "../mpi/ranks.hpp"

#include <trav/distributed/part.hpp>
#include <trav/distributed/profiler.hpp>
#else
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/profiler.hpp>
#endif

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace heapprof {

#ifdef HEAPPROF_MPI

inline constexpr bool of_several_ranks = true;

/// Thrown by all ranks but the first when there is nothing more to find out together: it writes the answer.
struct LeftToTheFirst {};
inline void leave_to_the_first() {
    if (ranks->rank() != 0) throw LeftToTheFirst{};
}

template <class Graph>
class HeapProfiler {
  public:
    explicit HeapProfiler(Graph graph) : profiler_(*ranks, Part(std::move(graph), *ranks)) {}
    /// In parts that begin there.
    HeapProfiler(Graph graph, std::vector<std::uint64_t> begins)
        : profiler_(*ranks, Part(std::move(graph), std::move(begins), ranks->rank())) {}
    template <class Breakdown>
    void add(Breakdown breakdown) {
        profiler_.add(std::move(breakdown));
    }
    /// The profile at the first rank; nothing at others.
    trav::Profile sample(std::vector<trav::dump::Node> const& roots, double time) {
        profiler_.sample_heap(roots, time);
        auto profile = profiler_.profile();
        return profile ? *std::move(profile) : trav::Profile();
    }

  private:
    using Part = trav::distributed::PartOf<Graph>;
    trav::distributed::Profiler<Ranks, Part> profiler_;
};

#else

inline constexpr bool of_several_ranks = false;

inline void leave_to_the_first() {}

template <class Graph>
class HeapProfiler {
  public:
    explicit HeapProfiler(Graph graph) : graph_(std::move(graph)) {}
    template <class Breakdown>
    void add(Breakdown breakdown) {
        chosen_.emplace_back(std::move(breakdown));
    }
    trav::Profile sample(std::vector<trav::dump::Node> const& roots, double time) {
        trav::Profiler profiler{graph_, chosen_};
        profiler.sample_heap(roots, time);
        return profiler.profile();
    }

  private:
    Graph graph_;
    std::vector<trav::AnyBreakdown<trav::dump::Node>> chosen_;
};

#endif

}  // namespace heapprof
