// trav/store/hash_of.hpp: HashOf<T>, a hash that is named once for whatever has no std::hash, or another one
// than you want. All of trav uses it: stores, flows, profilers and paths for nodes, breakdowns for keys.
//
//     template <>
//     struct trav::HashOf<std::pair<int, int>> : boost::hash<std::pair<int, int>> {};
//
//     template <>
//     struct trav::HashOf<Place> {
//         std::size_t operator()(Place p) const { return p.row * 8 + p.column; }
//     };
//
// Write it where T is declared, before a graph of T is used: all of a program must see it. Its bits need not
// be spread.
#pragma once

#include "../detail/compiler.hpp"

#include <concepts>
#include <cstdint>
#include <vector>  // std::hash

namespace trav {

/// The hash of T, where std::hash is not asked; not defined where nobody has said so.
template <class T>
struct HashOf;

namespace detail {

template <class T>
concept HasHashOf = requires(T const& value) {
    { HashOf<T>{}(value) } -> std::convertible_to<std::uint64_t>;
};
/// T can be kept in tables.
template <class T>
concept Hashable = HasHashOf<T> || requires(T const& value) { std::uint64_t{std::hash<T>{}(value)}; };

/// What HashOf says, or else std::hash.
template <class T>
struct AskHash {
    constexpr auto operator()(T const& value) const
        requires Hashable<T>
    {
        if constexpr (HasHashOf<T>) return static_cast<std::uint64_t>(HashOf<T>{}(value));
        else return std::hash<T>{}(value);
    }
};

}  // namespace detail
}  // namespace trav
