// What --only keeps of a profile.
#pragma once

#include "dump_options.hpp"

#include <trav/profile/profile.hpp>

namespace heapprof {

/// The profile of what every --only keeps. Throws std::runtime_error for a band that no sample has.
trav::Profile restricted(trav::Profile profile, DumpOptions const& options);

}  // namespace heapprof
