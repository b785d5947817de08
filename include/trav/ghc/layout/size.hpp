// trav/ghc/layout/size.hpp: the size of any closure, from its info table and the fields that say so.
//
// Offers size_words(c) (all its words) and size_bytes(c) (what GHC reports: without the two profiling words).
// O(1).
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

/// All words of the closure (untagged), headers included; of the whole region for COMPACT_NFDATA. Static
/// closures are counted without their link field, a CAF with all six of its words.
TRAV_ALWAYS_INLINE inline std::size_t size_words(Closure const* c) {
    InfoTable const& table = info(c);
    std::size_t const head = detail::row_kind(table).head;
    if (head != 0) [[likely]]  // whether it is that of a thunk cannot be predicted
        return head + table.layout.payload.ptrs + table.layout.payload.nptrs;
    return detail::words_of_shape(c);
}

/// The bytes that GHC reports: without the two profiling words.
inline std::size_t size_bytes(Closure const* c) { return (size_words(c) - profiling_words) * word_bytes; }

}  // namespace trav::ghc
