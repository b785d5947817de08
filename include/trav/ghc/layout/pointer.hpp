// trav/ghc/layout/pointer.hpp: pointers to closures, which may carry a tag in their low 3 bits.
//
// Offers Word, Closure (the header of all closures), tag(c), untag(c), with_tag(c, t), as<T>(c), words_of<T>,
// and access to the words after a struct. A pointer must be untagged before it is followed.
//
// Programs with profiling (ghc -prof) have another layout: closures have two more words, info tables two more
// texts. The mock heap has this layout, and these headers describe it, unless TRAV_GHC_PROFILING is defined
// as 0: then they describe the layout of other programs. All code of one program must use the same layout.
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

/// The target of an info pointer: the entry code, which directly follows the info table.
struct Entry {
    Word code;
};

/// The header of every closure: the info pointer; with profiling also the producer and the word that
/// profilers share.
struct Closure {
    Entry const* info;
#if TRAV_GHC_PROFILING
    CostCentreStack* ccs;
    Word hp;
#endif
};

/// The additional header words of programs with profiling; sizes that GHC reports exclude them.
inline constexpr std::size_t profiling_words = TRAV_GHC_PROFILING ? 2 : 0;
/// The words of a closure's header.
inline constexpr std::size_t header_words = 1 + profiling_words;

/// This many bytes after any closure are readable, though meaningless: a traversal copies children before it
/// counts them.
inline constexpr std::size_t readable_bytes = 32;

/// The size of a struct in words.
template <class T>
inline constexpr std::size_t words_of = sizeof(T) / word_bytes;

inline constexpr Word tag_mask = 7;

/// The address as a number.
inline Word address(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }

/// The pointer without its tag.
inline Closure* untag(Closure const* c) { return reinterpret_cast<Closure*>(address(c) & ~tag_mask); }

/// The tag of a pointer; 0 means that nothing is known.
inline unsigned tag(Closure const* c) { return static_cast<unsigned>(address(c) & tag_mask); }

/// The pointer with a tag.
inline Closure* with_tag(Closure const* c, unsigned tag) {
    return reinterpret_cast<Closure*>((address(c) & ~tag_mask) | tag);
}

/// The closure (untagged) as the struct that its info table implies.
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
