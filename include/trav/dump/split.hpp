// trav/dump/split.hpp: Split, a heap split into bands, such as the files that its objects come from.
//
//     Split const split = split_by(dump, [&](Node n) { return file_of[n]; },
//                                  [&](std::uint32_t file) { return file_names[file]; });
//     split.bands[split.band_of[n]]                         // "cache.js"
//
// Costs 4 bytes for each object, and the texts.
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

/// A heap split into bands. Bands that look alike are one.
struct Split {
    std::vector<std::uint32_t> band_of;  ///< per node: which of `bands`
    std::vector<std::string> bands;      ///< what each is called; in parentheses, what is not known
};

/// A breakdown that dumps D have: its name, and what makes it.
template <class D>
struct SplitBy {
    std::string_view name;
    Split (*split)(D const& dump);
};

namespace detail {
/// Numbers by keys, which are found faster if they have a hash.
template <class Key>
using NumbersByKey = std::conditional_t<std::is_default_constructible_v<std::hash<Key>>,
                                        std::unordered_map<Key, std::uint32_t>, std::map<Key, std::uint32_t>>;
}  // namespace detail

/// key(node): any value with a hash or a <; text(key): what the objects with this key are called.
template <class D>
Split split_by(D const& dump, auto const& key, auto const& text) {
    Split split;
    split.band_of.reserve(dump.node_count());
    detail::NumbersByKey<std::decay_t<decltype(key(std::uint32_t{}))>> numbers;
    for (std::uint32_t n = 0; n != dump.node_count(); ++n) {
        auto const next = static_cast<std::uint32_t>(split.bands.size());
        auto const [at, fresh] = numbers.try_emplace(key(n), next);
        if (fresh) split.bands.push_back(text(at->first));
        split.band_of.push_back(at->second);
    }
    return split;
}

/// By type.
template <class D>
Split split_by_type(D const& dump) {
    return split_by(
        dump, [&](std::uint32_t n) { return dump.type(n); },
        [&](auto type) { return std::string(dump.type_name(type)); });
}

}  // namespace trav::dump
