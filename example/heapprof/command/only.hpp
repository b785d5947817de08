// --only: restricts a profile to bands.
#pragma once

#include "dump_options.hpp"

#include <trav/profile/profile.hpp>

namespace heapprof {

/// The profile restricted by every --only. Throws std::runtime_error if no sample has such a band.
trav::Profile restricted(trav::Profile profile, DumpOptions const& options);

}  // namespace heapprof
