// The bytes that each root holds: alone, shared with others, and in total.
#pragma once

#include <trav/profile/profile.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace heapprof {

/// The holdings of one root, or of several roots together.
struct Holding {
    trav::Amount alone;   ///< not reached by other roots: freed if the root were dropped
    trav::Amount shared;  ///< also reached by other roots
};

/// The holdings of these roots in one sample of a profile with the column "root".
Holding holding(trav::Profile const& profile, std::size_t sample, std::vector<std::string> const& roots);

/// The last sample's holdings as a table, with the bytes that each root held alone in earlier samples.
std::string root_summary(trav::Profile const& profile, std::vector<std::string> const& roots,
                         std::vector<std::string> const& samples, std::size_t columns);

/// The same, for every sample, as JSON.
nlohmann::ordered_json root_summary_json(trav::Profile const& profile, std::vector<std::string> const& roots);

}  // namespace heapprof
