// trav/dump/grouping.hpp: Grouping, the band of each object, for example by the file that objects come from.
//
//     Grouping const files = grouping_by(dump, [&](Node n) { return file_of[n]; },
//                                        [&](std::uint32_t file) { return file_names[file]; });
//     files.bands[files.band_of[n]]                         // "cache.js"
//
// Costs 4 bytes per object, and the texts.
#pragma once

#include "../detail/compiler.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace trav::dump {

/// The band of each object. Bands with equal texts count as one.
struct Grouping {
    std::vector<std::uint32_t> band_of;  ///< per node: an index in `bands`
    std::vector<std::string> bands;      ///< the text of each band; in parentheses if unknown
};

/// A breakdown for dumps of type D: its name, and the function that makes the Grouping.
template <class D>
struct DumpBreakdown {
    std::string_view name;
    Grouping (*grouping)(D const& dump);
};

namespace detail {
/// A map from keys to numbers; faster if keys have a hash.
template <class Key>
using NumbersByKey = std::conditional_t<std::is_default_constructible_v<std::hash<Key>>,
                                        std::unordered_map<Key, std::uint32_t>, std::map<Key, std::uint32_t>>;
}  // namespace detail

/// key(node) returns any value with a hash or a <; text(key) returns the text of the objects with this key.
template <class D>
Grouping grouping_by(D const& dump, auto const& key, auto const& text) {
    Grouping grouping;
    grouping.band_of.reserve(dump.node_count());
    detail::NumbersByKey<std::decay_t<decltype(key(std::uint32_t{}))>> numbers;
    for (std::uint32_t n = 0; n != dump.node_count(); ++n) {
        auto const next = static_cast<std::uint32_t>(grouping.bands.size());
        auto const [at, fresh] = numbers.try_emplace(key(n), next);
        if (fresh) grouping.bands.push_back(text(at->first));
        grouping.band_of.push_back(at->second);
    }
    return grouping;
}

/// Splits by type.
template <class D>
Grouping grouping_by_type(D const& dump) {
    return grouping_by(
        dump, [&](std::uint32_t n) { return dump.type(n); },
        [&](auto type) { return std::string(dump.type_name(type)); });
}

}  // namespace trav::dump
