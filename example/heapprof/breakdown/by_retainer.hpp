// The breakdown by retainer set: the retainers that keep an object alive without another retainer in between.
//
// Objects that the program's own links reach from the roots are labelled along these links alone: a class, or
// a module's scope that every function of the module refers to, retains nothing of interest. Objects that
// only machinery holds (in V8 code, hidden classes, modules that no data leads to) are labelled along all
// strong links, and send nothing back to the program's data.
#pragma once

#include "along.hpp"
#include "retainer_rule.hpp"

#include <trav/profile/retainer.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// The breakdown; the caller chooses the edges that it is solved along.
inline auto retainer_sets(std::shared_ptr<RetainerNames const> const& retainers, std::size_t cap) {
    return trav::by_retainer<Node>([=](Node n) { return bool(retainers->is_retainer[n]); },
                                   [=](Node n) { return retainers->number(n); }, cap,
                                   [=](std::uint32_t name) { return retainers->names[name]; });
}

using RetainerBreakdown = Along<decltype(retainer_sets({}, 0))>;

/// `rule`: see retainer_rule.hpp. A set of more than `cap` retainers is MANY. The dump must outlive the
/// breakdown. Throws dump::Error.
RetainerBreakdown by_retainer(AnyDump const& dump, EdgeSet const& machinery,
                              std::vector<std::string> const& rule, std::size_t cap);

}  // namespace heapprof
