// trav/dump/by_grouping.hpp: by_grouping(), the breakdown of a profiler by a Grouping.
//
//     auto file = trav::dump::by_grouping("file", trav::dump::by_file(dump));
//     trav::Profiler profiler{trav::dump::DumpGraph(dump), file};
//
// The key of an object is looked up in the Grouping, which the breakdown keeps.
#pragma once

#include "../profile/by.hpp"
#include "grouping.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace trav::dump {

/// A breakdown of the nodes of a DumpGraph by their bands.
inline auto by_grouping(std::string name, Grouping grouping) {
    return trav::by(
        std::move(name), [band_of = std::move(grouping.band_of)](std::uint32_t n) { return band_of[n]; },
        [bands = std::move(grouping.bands)](std::uint32_t band) { return bands[band]; });
}

}  // namespace trav::dump
