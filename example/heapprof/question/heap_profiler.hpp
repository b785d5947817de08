// HeapProfiler: profiles the dump of one process or, in heapprof-mpi, of all ranks.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/graph/index_range.hpp>
#include <trav/profile/profile.hpp>

#ifdef HEAPPROF_MPI
#include "../mpi/ranks.hpp"

#include <trav/distributed/part.hpp>
#include <trav/distributed/profiler.hpp>
#else
#include <trav/profile/any_breakdown.hpp>
#include <trav/profile/profiler.hpp>
#endif

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace heapprof {

/// The objects of a dump without edges, for counting.
struct CountedObjects {
    using node = Node;
    AnyDump const* dump;
    std::span<Node const> children(Node) const { return {}; }
    std::size_t size(Node n) const { return static_cast<std::size_t>(dump->size(n)); }
    std::size_t index(Node n) const { return n; }
    std::size_t count() const { return dump->node_count(); }
    auto objects() const { return trav::IndexRange<Node>(count()); }
};

#ifdef HEAPPROF_MPI

inline constexpr bool of_several_ranks = true;

/// Thrown by all ranks except the first when no common work is left: the first rank writes the answer.
struct LeftToTheFirst {};
inline void leave_to_the_first() {
    if (ranks->rank() != 0) throw LeftToTheFirst{};
}

class HeapProfiler {
  public:
    explicit HeapProfiler(AnyDump const& dump) : profiler_(*ranks, Part(CountedObjects{&dump}, *ranks)) {}
    /// Parts begin at the given objects.
    HeapProfiler(AnyDump const& dump, std::vector<std::uint64_t> begins)
        : profiler_(*ranks, Part(CountedObjects{&dump}, std::move(begins), ranks->rank())) {}
    template <class Breakdown>
    void add(Breakdown breakdown) {
        profiler_.add(std::move(breakdown));
    }
    /// The profile at the first rank; empty at the others.
    trav::Profile sample(std::vector<Node> const& roots, double time) {
        profiler_.sample_heap(roots, time);
        auto profile = profiler_.profile();
        return profile ? *std::move(profile) : trav::Profile();
    }

  private:
    using Part = trav::distributed::PartOf<CountedObjects>;
    trav::distributed::Profiler<Ranks, Part> profiler_;
};

#else

inline constexpr bool of_several_ranks = false;

inline void leave_to_the_first() {}

class HeapProfiler {
  public:
    explicit HeapProfiler(AnyDump const& dump) : graph_{&dump} {}
    template <class Breakdown>
    void add(Breakdown breakdown) {
        chosen_.emplace_back(std::move(breakdown));
    }
    trav::Profile sample(std::vector<Node> const& roots, double time) {
        trav::Profiler profiler{graph_, chosen_};
        profiler.sample_heap(roots, time);
        return profiler.profile();
    }

  private:
    CountedObjects graph_;
    std::vector<trav::AnyBreakdown<Node>> chosen_;
};

#endif

}  // namespace heapprof
