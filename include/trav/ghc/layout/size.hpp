// trav/ghc/layout/size.hpp: the size of any closure, from its info table and its fields.
//
// Offers size_words(c) (all words) and size_bytes(c) (GHC's size: without the two profiling words). O(1).
#pragma once

#include "row.hpp"
#include "shape.hpp"

#include <cstddef>

namespace trav::ghc {

namespace detail {

TRAV_NOINLINE inline std::size_t words_of_shape(Closure const* c) {
    return as_shape(c, [](auto const& object) { return words_in(object); });
}

}  // namespace detail

/// All words of the closure (untagged), including headers; for COMPACT_NFDATA, the whole region. Excludes the
/// link field of static closures, but includes all six words of a CAF.
TRAV_ALWAYS_INLINE inline std::size_t size_words(Closure const* c) {
    InfoTable const& table = info(c);
    std::size_t const head = detail::row_kind(table).head;
    if (head != 0) [[likely]]  // a branch on thunks would be unpredictable
        return head + table.layout.payload.ptrs + table.layout.payload.nptrs;
    return detail::words_of_shape(c);
}

/// The size in bytes as GHC reports it: without the two profiling words.
inline std::size_t size_bytes(Closure const* c) { return (size_words(c) - profiling_words) * word_bytes; }

}  // namespace trav::ghc
