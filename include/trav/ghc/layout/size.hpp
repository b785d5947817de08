// trav/ghc/layout/size.hpp: the size of any closure, from its info table and the fields that say so.
//
// Offers size_words(c) (all its words) and size_bytes(c) (what GHC reports: without the two profiling words).
// O(1).
#pragma once

#include "shape.hpp"

namespace trav::ghc {

/// All words of the closure (untagged), headers included; of the whole region for COMPACT_NFDATA. Static
/// closures are counted without their link field, a CAF with all six of its words.
inline std::size_t size_words(Closure const* c) {
    return as_shape(c, [](auto const& object) { return words_in(object); });
}

/// The bytes that GHC reports: without the two profiling words.
inline std::size_t size_bytes(Closure const* c) { return (size_words(c) - profiling_words) * word_bytes; }

}  // namespace trav::ghc
