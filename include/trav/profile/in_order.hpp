// trav/profile/in_order.hpp: brings a profile into the order that Profile promises, whatever order its bands
// were met in.
//
// Bands go through a map, entries through a list that is sorted. Templates, so that only who calls them
// compiles them.
#pragma once

#include "profile.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// Puts the bands of one column in order of their first samples, then of their texts, makes those that look
/// alike one, and drops those that nobody has. Answers new numbers by old.
std::vector<std::uint32_t> put_in_order(auto& profile, std::size_t column) {
    auto& bands = profile.columns[column].bands;
    std::vector<std::size_t> first_sample(bands.size(), profile.samples.size());
    for (std::size_t t = profile.samples.size(); t-- != 0;)
        for (auto const& entry : profile.samples[t].entries) first_sample[entry.bands[column]] = t;

    struct Alike {
        std::size_t first_sample;
        std::vector<std::size_t> numbers;
    };
    std::map<Band, Alike> by_text;
    for (std::size_t i = 0; i != bands.size(); ++i) {
        auto const [at, fresh] = by_text.try_emplace(std::move(bands[i]), Alike{first_sample[i], {}});
        Alike& alike = at->second;
        if (first_sample[i] < alike.first_sample) alike.first_sample = first_sample[i];
        alike.numbers.push_back(i);
    }
    using At = typename std::map<Band, Alike>::iterator;
    std::vector<std::vector<At>> beginning(profile.samples.size() + 1);
    for (auto at = by_text.begin(); at != by_text.end(); ++at)
        beginning[at->second.first_sample].push_back(at);
    beginning.pop_back();  // never

    std::vector<std::uint32_t> new_numbers(bands.size());
    bands.clear();
    for (auto const& at_one_time : beginning)
        for (auto const band : at_one_time) {
            for (std::size_t const number : band->second.numbers)
                new_numbers[number] = static_cast<std::uint32_t>(bands.size());
            bands.push_back(std::move(by_text.extract(band).key()));  // sets may be long: none is there twice
        }
    return new_numbers;
}

}  // namespace detail

/// The same profile in order: bands by appearance, then by text, entries by bands; equal bands are one, equal
/// entries are one. Bands that nobody has are left out.
template <class = void>
Profile in_order(Profile profile) {
    std::vector<std::vector<std::uint32_t>> new_numbers;
    for (std::size_t column = 0; column != profile.columns.size(); ++column)
        new_numbers.push_back(detail::put_in_order(profile, column));
    for (auto& sample : profile.samples) {
        std::list<Profile::Entry> entries;  // sorts itself: <algorithm> would be an eighth more to compile
        for (auto& entry : sample.entries) {
            for (std::size_t column = 0; column != new_numbers.size(); ++column)
                entry.bands[column] = new_numbers[column][entry.bands[column]];
            entries.push_back(std::move(entry));
        }
        entries.sort([](auto const& a, auto const& b) { return a.bands < b.bands; });
        sample.entries.clear();
        for (auto& entry : entries)
            if (!sample.entries.empty() && sample.entries.back().bands == entry.bands)
                sample.entries.back().amount += entry.amount;
            else sample.entries.push_back(std::move(entry));
    }
    return profile;
}

}  // namespace trav
