// The breakdown by retainer set: which retainers keep a node alive, without another retainer in between.
//
// What the program's own links reach from V8's root is labelled along these links alone: a hidden class, or a module's scope
// that every function of the module has, retains nothing of interest. What only V8's machinery holds (code, hidden classes,
// modules that no data leads to) is labelled along all links, and sends nothing back.
#pragma once

#include "keys.hpp"

#include <trav/dump/v8/links.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heapprof {

/// `rule`: see retainer_rule.hpp. A set of more than `cap` retainers is MANY. Throws dump::Error.
Keys by_retainer(trav::dump::V8Snapshot const& snapshot, trav::dump::Machinery const& machinery,
                 std::vector<std::string> const& rule, std::size_t cap);

}  // namespace heapprof
