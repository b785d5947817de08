// trav/ghc/layout/ldv_word.hpp: the biography of one object in its header word: the times of its creation and
// of its last use.
//
// Offers ldv::create, ldv::use and the fields of the word. Bits 0-29: last use, 30-59: creation, 60: "was
// used". Eras count from 1; each ends with a census.
#pragma once

#include "closure.hpp"

namespace trav::ghc::ldv {

inline constexpr unsigned shift = 30;
inline constexpr Word last_mask = (Word{1} << shift) - 1, create_mask = last_mask << shift,
                      state_mask = Word{1} << 2 * shift;
/// The first era that does not fit into a word.
inline constexpr Word era_limit = Word{1} << shift;

/// The word of an object created in this era.
constexpr Word create(Word era) { return era << shift; }
/// The word after a use in this era.
constexpr Word use(Word word, Word era) { return (word & create_mask) | era | state_mask; }

constexpr bool was_used(Word word) { return (word & state_mask) != 0; }
constexpr Word created_in(Word word) { return (word & create_mask) >> shift; }
constexpr Word last_used_in(Word word) { return word & last_mask; }

}  // namespace trav::ghc::ldv
