// The library's strategies and solvers as methods on any graph, which has become arrays.
#pragma once

#include "contest.hpp"
#include "flows.hpp"

#include <trav/graph/csr.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace contest {

/// A heap as arrays, and what flows through it.
struct HeapArrays {
    std::string name{};  ///< the file's
    std::vector<Number> offsets{0}, targets{};
    std::vector<std::uint64_t> sizes{};
    std::vector<Number> roots{};
    bool roots_named = true;  ///< by the file
    /// Masks: each root has a bit, or each name of roots; there are 64.
    std::vector<trav::Source<Number, std::uint64_t>> masks{};
    /// By node: the number of its name as a retainer from 1, or 0 if it is none.
    std::vector<Number> retainers{};

    std::size_t size() const { return sizes.size(); }
    trav::Csr<Number, Number> graph() const { return {offsets, targets}; }
};

/// Methods that do the same, and what that is good for.
struct Contest {
    std::string suite, purpose;
    std::vector<Method> methods;
};

/// Each strategy, reaching and counting all objects: those first that ask least of a policy. The graph's
/// arrays and the roots must outlive them.
std::vector<Method> walks(trav::Csr<Number, Number> graph, std::vector<Number> const& roots);

/// What strategies and solvers are for: walks, root sets, retainer sets, retained sizes. The heap must
/// outlive them.
std::vector<Contest> contests(HeapArrays const& heap);

/// How many objects the roots reach.
std::size_t reached(HeapArrays const& heap);

/// How such contests are held for a heap of which so many objects are reached.
Terms terms(std::size_t reached, unsigned rounds);

}  // namespace contest
