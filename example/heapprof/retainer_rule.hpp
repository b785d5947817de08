// Which nodes are retainers, and what they are called: the rule of --retainer.
//
// A rule is a list of terms. A node is a retainer if one of them says so:
//
//   closure, native, synthetic, ...   all nodes of a type, as the snapshot names them
//   closure:on*                       those whose name matches; * and ? stand for anything
//   app.orders, class:Session, @123   the nodes of a selector, known by it
//   default                           closure, native, synthetic
//
// Others are known by their name. A closure without one is known by the property or variable that holds it, as in
// LazyReport.thunk; what has no name at all, by its type; V8's root is (root).
#pragma once

#include "keys.hpp"

#include <trav/dump/v8/snapshot.hpp>

#include <string>
#include <vector>

namespace heapprof {

/// The retainers of one snapshot: for each node the number of its identity; 0: no retainer.
struct RetainerNames {
    std::vector<std::uint32_t> of_node;
    std::vector<std::string> names;
};

/// Throws dump::Error for a term that matches nothing, or is none.
RetainerNames apply_rule(std::vector<std::string> const& terms, trav::dump::V8Snapshot const& snapshot);

}  // namespace heapprof
