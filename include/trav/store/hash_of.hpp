// trav/store/hash_of.hpp: HashOf<T>, a customisation point for types without a suitable std::hash. All of
// trav uses it: stores, flows, profilers and paths for nodes, breakdowns for keys.
//
//     template <>
//     struct trav::HashOf<std::pair<int, int>> : boost::hash<std::pair<int, int>> {};
//
//     template <>
//     struct trav::HashOf<Place> {
//         std::size_t operator()(Place p) const { return p.row * 8 + p.column; }
//     };
//
// Specialise it next to T, before a graph of T is used: every translation unit must see the same
// specialisation. Its bits need not be well distributed.
#pragma once

#include "../detail/compiler.hpp"

#include <concepts>
#include <cstdint>
#ifdef __GLIBCXX__  // std::hash, from the header of libstdc++ that compiles fastest
#include <typeindex>
#else
#include <variant>
#endif

namespace trav {

/// The hash of T, which takes precedence over std::hash. Not defined unless specialised.
template <class T>
struct HashOf;

namespace detail {

template <class T>
concept HasHashOf = requires(T const& value) {
    { HashOf<T>{}(value) } -> std::convertible_to<std::uint64_t>;
};
/// T can be stored in hash tables.
template <class T>
concept Hashable = HasHashOf<T> || requires(T const& value) { std::uint64_t{std::hash<T>{}(value)}; };

/// Calls HashOf if it is specialised for T, and std::hash otherwise.
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
