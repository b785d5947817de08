// trav/profile/in_order.hpp: brings a profile into the order that Profile promises, whatever order its bands
// were met in.
//
// A sort of the bands by their texts, and one of the entries.
#pragma once

#include "profile.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// Sorts the bands of one column by first sample, then by text, makes those that look alike one, and drops
/// those that nobody has. Answers new numbers by old.
inline std::vector<std::uint32_t> put_in_order(Profile& profile, std::size_t column) {
    auto& bands = profile.columns[column].bands;
    std::vector<std::size_t> first_sample(bands.size(), profile.samples.size());
    for (std::size_t t = profile.samples.size(); t-- != 0;)
        for (auto const& entry : profile.samples[t].entries) first_sample[entry.bands[column]] = t;

    std::vector<std::uint32_t> by_text(bands.size());
    std::iota(by_text.begin(), by_text.end(), 0u);
    std::sort(by_text.begin(), by_text.end(), [&](auto a, auto b) { return bands[a] < bands[b]; });
    struct Group {
        std::size_t first_sample, first, last;  // those that look alike are by_text[first, last)
    };
    std::vector<Group> groups;
    for (std::size_t i = 0; i != by_text.size(); ++i) {
        std::size_t const sample = first_sample[by_text[i]];
        if (i != 0 && bands[by_text[i]] == bands[by_text[i - 1]])
            groups.back() = {std::min(groups.back().first_sample, sample), groups.back().first, i + 1};
        else groups.push_back({sample, i, i + 1});
    }
    std::sort(groups.begin(), groups.end(), [](Group const& a, Group const& b) {
        return std::pair(a.first_sample, a.first) < std::pair(b.first_sample, b.first);
    });

    std::vector<std::uint32_t> new_numbers(bands.size());
    std::vector<Band> in_order;
    for (auto const& group : groups) {
        if (group.first_sample == profile.samples.size()) break;
        for (std::size_t i = group.first; i != group.last; ++i)
            new_numbers[by_text[i]] = static_cast<std::uint32_t>(in_order.size());
        in_order.push_back(std::move(bands[by_text[group.first]]));
    }
    bands = std::move(in_order);
    return new_numbers;
}

}  // namespace detail

/// The same profile in order: bands by appearance, then by text, entries by bands; equal bands are one, equal
/// entries are one. Bands that nobody has are left out.
inline Profile in_order(Profile profile) {
    std::vector<std::vector<std::uint32_t>> new_numbers;
    for (std::size_t column = 0; column != profile.columns.size(); ++column)
        new_numbers.push_back(detail::put_in_order(profile, column));
    for (auto& sample : profile.samples) {
        for (auto& entry : sample.entries)
            for (std::size_t column = 0; column != new_numbers.size(); ++column)
                entry.bands[column] = new_numbers[column][entry.bands[column]];
        std::sort(sample.entries.begin(), sample.entries.end(),
                  [](auto const& a, auto const& b) { return a.bands < b.bands; });
        std::vector<Profile::Entry> distinct;
        for (auto& entry : sample.entries) {
            if (!distinct.empty() && distinct.back().bands == entry.bands)
                distinct.back().amount += entry.amount;
            else distinct.push_back(std::move(entry));
        }
        sample.entries = std::move(distinct);
    }
    return profile;
}

}  // namespace trav
