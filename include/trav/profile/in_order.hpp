// trav/profile/in_order.hpp: sorts a profile into the order that Profile promises, independently of the order
// of discovery of its bands.
//
// Numbers are sorted first, then bands and entries are moved to their places, so a large profile needs little
// additional memory. The functions are templates, so that they are compiled only if they are used.
#pragma once

#include "../detail/array.hpp"
#include "profile.hpp"
#include "sort.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// Drops all but the first items. Compiles faster than resize(), which could also add items.
void keep_first(auto& items, std::size_t count) {
    while (items.size() > count) items.pop_back();
}

/// Sorts the bands of one column by first sample, then by text; merges bands that look the same, and drops
/// unused bands. Returns the new numbers by old number.
std::vector<std::uint32_t> put_in_order(auto& profile, std::size_t column) {
    auto& bands = profile.columns[column].bands;
    std::size_t const never = profile.samples.size();
    std::vector<std::size_t> first_sample(bands.size(), never);
    for (std::size_t t = profile.samples.size(); t-- != 0;)
        for (auto const& entry : profile.samples[t].entries) first_sample[entry.bands[column]] = t;

    auto order = sorted(bands.size(), [&](std::size_t i, std::size_t j) { return bands[i] < bands[j]; });
    std::vector<std::uint32_t> stands_for_it(bands.size());  // the first of the bands that look the same
    for (std::size_t k = 0; k != order.size(); ++k) {
        std::uint32_t const i = order[k];
        std::uint32_t& first = stands_for_it[i] = i;
        if (k == 0 || bands[order[k - 1]] < bands[i]) continue;
        first = stands_for_it[order[k - 1]];
        if (first_sample[i] < first_sample[first]) first_sample[first] = first_sample[i];
        first_sample[i] = never;
    }
    order = sorted(std::move(order),
                   [&](std::size_t i, std::size_t j) { return first_sample[i] < first_sample[j]; });
    std::vector<std::uint32_t> new_numbers(bands.size());
    std::size_t count = 0;
    for (std::uint32_t const i : order)
        if (first_sample[i] != never) new_numbers[i] = static_cast<std::uint32_t>(count++);
    for (std::size_t i = 0; i != bands.size(); ++i) new_numbers[i] = new_numbers[stands_for_it[i]];
    arrange(bands, std::move(order));
    keep_first(bands, count);
    return new_numbers;
}

}  // namespace detail

/// Sorts a profile: bands by first appearance, then by text; entries by bands. Merges equal bands and equal
/// entries, and drops unused bands.
template <class = void>
Profile in_order(Profile profile) {
    detail::Array<std::vector<std::uint32_t>> new_numbers(profile.columns.size());
    for (std::size_t column = 0; column != new_numbers.size(); ++column)
        new_numbers[column] = detail::put_in_order(profile, column);
    for (auto& sample : profile.samples) {
        auto& entries = sample.entries;
        for (auto& entry : entries)
            for (std::size_t column = 0; column != new_numbers.size(); ++column)
                entry.bands[column] = new_numbers[column][entry.bands[column]];
        detail::arrange(entries, detail::sorted(entries.size(), [&](std::size_t i, std::size_t j) {
                            return entries[i].bands < entries[j].bands;
                        }));
        std::size_t kept = 0;
        for (auto& entry : entries)
            if (kept != 0 && entries[kept - 1].bands == entry.bands) entries[kept - 1].amount += entry.amount;
            else std::swap(entries[kept++], entry);
        detail::keep_first(entries, kept);
    }
    return profile;
}

}  // namespace trav
