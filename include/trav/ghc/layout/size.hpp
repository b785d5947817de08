// trav/ghc/layout/size.hpp: the size of any closure, from its info table and the fields that say so.
//
// Offers size_words(c) (all its words) and size_bytes(c) (what GHC reports: without the two profiling words).
// O(1).
#pragma once

#include "shape.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace trav::ghc {

namespace detail {

/// The words before the payload of closures that have one, by type; of others 0.
inline constexpr auto payload_heads = [] {
    std::array<std::uint8_t, std::bit_ceil(closure_types)> heads{};
    for (std::uint32_t number = 0; number != closure_types; ++number) {
        Shape const shape = properties(ClosureType{number}).shape;
        if (shape == Shape::Payload) heads[number] = words_of<Payload>;
        if (shape == Shape::Thunk) heads[number] = words_of<Thunk>;
    }
    return heads;
}();

TRAV_NOINLINE inline std::size_t words_of_shape(Closure const* c) {
    return as_shape(c, [](auto const& object) { return words_in(object); });
}

}  // namespace detail

/// All words of the closure (untagged), headers included; of the whole region for COMPACT_NFDATA. Static
/// closures are counted without their link field, a CAF with all six of its words.
TRAV_ALWAYS_INLINE inline std::size_t size_words(Closure const* c) {
    InfoTable const& table = info(c);
    std::size_t const head =
        detail::payload_heads[static_cast<std::uint32_t>(table.type) % detail::payload_heads.size()];
    if (head != 0) [[likely]]  // whether it is that of a thunk cannot be predicted
        return head + table.layout.payload.ptrs + table.layout.payload.nptrs;
    return detail::words_of_shape(c);
}

/// The bytes that GHC reports: without the two profiling words.
inline std::size_t size_bytes(Closure const* c) { return (size_words(c) - profiling_words) * word_bytes; }

}  // namespace trav::ghc
