// The breakdown by retainer set of a mapped dump. by_retainer.hpp describes its bands.
//
// Memory: 4 bytes per object for its set, a few bits per object, the retainers, the sets, and two blocks of
// the file.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/dump/input.hpp>
#include <trav/profile/any_breakdown.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace heapprof {

/// The breakdown of a .csr dump. Throws BadFile, and dump::Error if a term of the rule matches nothing.
trav::AnyBreakdown<Node> by_retainer_on_disc(AnyDump const& dump, std::vector<std::string> const& rule,
                                             std::size_t cap, trav::dump::Progress const& progress = {});

}  // namespace heapprof
