// trav/ghc/layout/pointer.hpp: pointers to closures, which may carry a tag in their low 3 bits.
//
// Offers Word, Closure (the header that all have), tag(c), untag(c), with_tag(c, t), as<T>(c), words_of<T>
// and what follows a struct in memory. A pointer must be untagged before it is followed.
//
// GHC lays out programs with profiling (ghc -prof) differently: closures have two more words, info tables two
// more texts. That is what the mock heap has, and what these headers describe, unless TRAV_GHC_PROFILING is
// defined as 0: then it is the layout of other programs. One program has one of the two.
#pragma once

#if !defined(TRAV_GHC_PROFILING)
#define TRAV_GHC_PROFILING 1
#endif

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::ghc {

using Word = std::uintptr_t;
inline constexpr std::size_t word_bytes = sizeof(Word);
static_assert(word_bytes == 8,
              "trav: the mock GHC heap has GHC's 64-bit layout; build it for a 64-bit target");

struct CostCentreStack;

/// What an info pointer points at: the entry code, which directly follows the info table.
struct Entry {
    Word code;
};

/// The header of every closure: info pointer; with profiling also producer, and the word that profilers
/// share.
struct Closure {
    Entry const* info;
#if TRAV_GHC_PROFILING
    CostCentreStack* ccs;
    Word hp;
#endif
};

/// Words that only programs with profiling have in a header; every size that GHC reports is without them.
inline constexpr std::size_t profiling_words = TRAV_GHC_PROFILING ? 2 : 0;
/// The words of a closure's header.
inline constexpr std::size_t header_words = 1 + profiling_words;

/// This many bytes behind any closure may be read, though they mean nothing: a traversal copies children
/// before it counts them.
inline constexpr std::size_t readable_bytes = 32;

/// The size of a struct in words.
template <class T>
inline constexpr std::size_t words_of = sizeof(T) / word_bytes;

inline constexpr Word tag_mask = 7;

/// The address as a number.
inline Word address(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }

/// The pointer without its tag.
inline Closure* untag(Closure const* c) { return reinterpret_cast<Closure*>(address(c) & ~tag_mask); }

/// The tag of a pointer: 0 = nothing known.
inline unsigned tag(Closure const* c) { return static_cast<unsigned>(address(c) & tag_mask); }

/// The pointer with a tag.
inline Closure* with_tag(Closure const* c, unsigned tag) {
    return reinterpret_cast<Closure*>((address(c) & ~tag_mask) | tag);
}

/// The closure (untagged) as what its info table says it is.
template <class T>
T* as(Closure* c) {
    return static_cast<T*>(c);
}
template <class T>
T const* as(Closure const* c) {
    return static_cast<T const*>(c);
}

/// The words that follow a struct, read as pointers.
template <class T>
Closure** pointers_after(T* c) {
    return reinterpret_cast<Closure**>(c + 1);
}

/// The words that follow a struct, read as numbers.
template <class T>
Word* words_after(T* c) {
    return reinterpret_cast<Word*>(c + 1);
}

}  // namespace trav::ghc
