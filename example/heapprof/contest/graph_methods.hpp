// The library's strategies and solvers as methods of a contest, on a graph in arrays.
#pragma once

#include "contest.hpp"
#include "flows.hpp"

#include <trav/graph/csr.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace contest {

/// A heap in arrays, with the initial values of its flows.
struct HeapArrays {
    std::string name{};  ///< the file's name
    std::vector<Number> offsets{0}, targets{};
    std::vector<std::uint64_t> sizes{};
    std::vector<Number> roots{};
    bool roots_named = true;  ///< whether the file names roots
    /// One of 64 bits for each root name, or for each root.
    std::vector<trav::Source<Number, std::uint64_t>> masks{};
    /// By node: the number of its retainer name from 1, or 0.
    std::vector<Number> retainers{};

    std::size_t size() const { return sizes.size(); }
    trav::Csr<Number, Number> graph() const { return {offsets, targets}; }
};

/// Methods for the same task.
struct Contest {
    std::string suite, purpose;
    std::vector<Method> methods;
};

/// Walks with each strategy, ordered by their demands on a policy, least first. The graph's arrays and the
/// roots must outlive the methods.
std::vector<Method> walks(trav::Csr<Number, Number> graph, std::vector<Number> const& roots);

/// Contests for walks, root sets, retainer sets and retained sizes. The heap must outlive them.
std::vector<Contest> contests(HeapArrays const& heap);

/// The number of reachable objects.
std::size_t reached(HeapArrays const& heap);

/// The settings for a heap with `reached` reachable objects.
Terms terms(std::size_t reached, unsigned rounds);

}  // namespace contest
