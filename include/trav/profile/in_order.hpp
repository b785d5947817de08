// trav/profile/in_order.hpp: brings a profile into the order that Profile promises, whatever order its bands
// were met in.
//
// O(rows) and a sort of the bands by their texts.
#pragma once

#include "profile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// Sorts the bands of one column by first sample, then by text, and makes those that look alike one. Answers
/// new numbers by old.
inline std::vector<std::uint32_t> put_in_order(Profile& profile, std::size_t column) {
    auto& bands = profile.columns[column].bands;
    std::vector<std::size_t> first_sample(bands.size(), profile.samples.size());
    for (std::size_t t = profile.samples.size(); t-- != 0;)
        for (auto const& row : profile.samples[t].rows) first_sample[row.bands[column]] = t;

    std::map<Band, std::size_t> distinct;
    for (std::size_t i = 0; i != bands.size(); ++i) {
        auto& first = distinct.try_emplace(bands[i], first_sample[i]).first->second;
        first = std::min(first, first_sample[i]);
    }
    std::vector<std::pair<std::size_t, Band>> order;
    for (auto const& [band, sample] : distinct) order.push_back({sample, band});
    std::ranges::sort(order);

    std::vector<std::uint32_t> place;
    for (auto& band : bands) {
        auto const at = std::ranges::lower_bound(order, std::pair(distinct[band], band));
        place.push_back(static_cast<std::uint32_t>(at - order.begin()));
    }
    bands.clear();
    for (auto& [sample, band] : order) bands.push_back(std::move(band));
    return place;
}

}  // namespace detail

/// The same profile in order: bands by appearance, then by text, rows by bands; equal bands are one, equal
/// rows are one.
inline Profile in_order(Profile profile) {
    std::vector<std::vector<std::uint32_t>> place;
    for (std::size_t column = 0; column != profile.columns.size(); ++column)
        place.push_back(detail::put_in_order(profile, column));
    for (auto& sample : profile.samples) {
        std::map<std::vector<std::uint32_t>, Amount> rows;
        for (auto& row : sample.rows) {
            for (std::size_t column = 0; column != place.size(); ++column)
                row.bands[column] = place[column][row.bands[column]];
            rows[std::move(row.bands)] += row.amount;
        }
        sample.rows.clear();
        for (auto const& [bands, amount] : rows) sample.rows.push_back({bands, amount});
    }
    return profile;
}

}  // namespace trav
