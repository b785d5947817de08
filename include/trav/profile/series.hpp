// trav/profile/series.hpp: merges profiles of several heaps, or of one heap by several programs, into one
// profile over time.
//
//     std::vector<trav::Profile> dumps = ...;            // each with the same breakdowns
//     trav::Profile const series = trav::series(std::move(dumps));
//
// Bands that look the same are one band, in all profiles. O(entries and bands).
#pragma once

#include "../detail/raise.hpp"
#include "in_order.hpp"
#include "profile.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav {

/// The samples of all profiles, in their order, with the job and date of the first profile. Throws
/// NotProfiled if a profile has other columns than the first.
template <class = void>
Profile series(std::vector<Profile> profiles) {
    if (profiles.empty()) return {};
    Profile all = std::move(profiles.front());
    for (std::size_t i = 1; i != profiles.size(); ++i) {
        Profile& next = profiles[i];
        bool alike = next.columns.size() == all.columns.size();
        for (std::size_t c = 0; alike && c != next.columns.size(); ++c)
            alike = next.columns[c].name == all.columns[c].name;
        if (!alike)
            detail::raise(NotProfiled(
                "trav: the profiles of a series must have the same breakdowns in the same order"));
        for (auto& sample : next.samples) {
            for (auto& entry : sample.entries)
                for (std::size_t c = 0; c != entry.bands.size(); ++c)
                    entry.bands[c] += static_cast<std::uint32_t>(all.columns[c].bands.size());
            all.samples.push_back(std::move(sample));
        }
        for (std::size_t c = 0; c != all.columns.size(); ++c)
            for (auto& band : next.columns[c].bands) all.columns[c].bands.push_back(std::move(band));
    }
    return in_order(std::move(all));
}

}  // namespace trav
