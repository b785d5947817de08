// The breakdown by a Grouping, which has the band of each object.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/profile/by.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace heapprof {

inline auto by_grouping(std::string name, trav::dump::Grouping grouping) {
    return trav::by(
        std::move(name), [band_of = std::move(grouping.band_of)](Node n) { return band_of[n]; },
        [bands = std::move(grouping.bands)](std::uint32_t band) { return bands[band]; });
}

}  // namespace heapprof
