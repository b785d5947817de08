// trav/ghc/layout/size.hpp: the size of any closure, from its info table and the fields that say so.
//
// Offers size_words(c) (all its words) and size_bytes(c) (what GHC reports: without the two profiling words).
// O(1).
#pragma once

#include "error.hpp"
#include "info_table.hpp"
#include "thread.hpp"

namespace trav::ghc {

/// All words of the closure (untagged), headers included; a whole region for COMPACT_NFDATA. Static closures
/// are counted without their link field, a CAF as the six words it takes.
inline std::size_t size_words(Closure const* c) {
    using enum ClosureType;
    InfoTable const& table = info(c);
    auto const fields = std::size_t{table.layout.payload.ptrs} + table.layout.payload.nptrs;
    if (is_array(table.type)) return words_of<MutArrPtrs> + as<MutArrPtrs>(c)->size;
    if (is_small_array(table.type)) return words_of<SmallMutArrPtrs> + as<SmallMutArrPtrs>(c)->ptrs;
    switch (table.type) {
    case THUNK_1_0:
    case THUNK_0_1: return words_of<Thunk> + 1;
    case THUNK_2_0:
    case THUNK_1_1:
    case THUNK_0_2: return words_of<Thunk> + 2;
    case THUNK: return words_of<Thunk> + fields;
    case THUNK_SELECTOR: return words_of<Selector>;
    case THUNK_STATIC:
    case IND_STATIC: return words_of<IndStatic>;
    case CONSTR_1_0:
    case CONSTR_0_1:
    case FUN_1_0:
    case FUN_0_1: return words_of<Closure> + 1;
    case CONSTR_2_0:
    case CONSTR_1_1:
    case CONSTR_0_2:
    case FUN_2_0:
    case FUN_1_1:
    case FUN_0_2: return words_of<Closure> + 2;
    case CONSTR:
    case CONSTR_NOCAF:
    case FUN:
    case FUN_STATIC:
    case PRIM:
    case MUT_PRIM:
    case BLOCKING_QUEUE:
    case MVAR_CLEAN:
    case MVAR_DIRTY:
    case TVAR:
    case MUT_VAR_CLEAN:
    case MUT_VAR_DIRTY:
    case WEAK: return words_of<Closure> + fields;
    case BLACKHOLE:
    case IND: return words_of<Ind>;
    case PAP: return words_of<Pap> + as<Pap>(c)->n_args;
    case AP: return words_of<Ap> + as<Ap>(c)->n_args;
    case AP_STACK: return words_of<ApStack> + as<ApStack>(c)->size;
    case BCO: return as<Bco>(c)->size;
    case ARR_WORDS: return words_of<ArrBytes> + (as<ArrBytes>(c)->bytes + word_bytes - 1) / word_bytes;
    case TSO: return words_of<Tso>;
    case STACK: return words_of<Stack> + as<Stack>(c)->stack_size;
    case TREC_CHUNK: return words_of<TRecChunk>;
    case COMPACT_NFDATA: return as<CompactNFData>(c)->total_words;
    default: throw IllFormed("has no size as a heap object", table.type, c);
    }
}

/// The bytes that GHC reports: without the two profiling words.
inline std::size_t size_bytes(Closure const* c) { return (size_words(c) - profiling_words) * word_bytes; }

/// The words of a card table for that many elements: a byte for each 128, in whole words.
constexpr std::size_t card_table_words(std::size_t elements) {
    return ((elements + 127) / 128 + word_bytes - 1) / word_bytes;
}

}  // namespace trav::ghc
