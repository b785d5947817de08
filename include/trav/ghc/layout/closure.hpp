// trav/ghc/layout/closure.hpp: the memory layout of GHC 9.0.2's closures, 64 bits, with profiling words.
//
// Offers one struct for each kind with fields of its own (threads and what is on their stacks: thread.hpp), and words_of<T>. The kinds derive from Closure, the
// header, so that it may be read through either type. Costs nothing: these are GHC's own bytes.
#pragma once

#include "pointer.hpp"

namespace trav::ghc {

/// Header words that only a profiled build has; every size that GHC reports is without them.
inline constexpr std::size_t profiling_words = 2;

/// So many bytes behind any closure may be read, though they mean nothing: a traversal copies children before it counts them.
inline constexpr std::size_t readable_bytes = 32;

/// The header of thunks and applications: one word is kept free for the result.
struct Thunk : Closure {
    Word padding;
};

struct Selector : Thunk {
    Closure* selectee;
};

struct Pap : Closure {
    std::uint32_t arity, n_args;
    Closure* fun;
};

struct Ap : Thunk {
    std::uint32_t arity, n_args;
    Closure* fun;
};

struct ApStack : Thunk {
    Word size;
    Closure* fun;
};

/// IND and BLACKHOLE.
struct Ind : Closure {
    Closure* indirectee;
};

/// A CAF: THUNK_STATIC before its evaluation, IND_STATIC after it.
struct IndStatic : Closure {
    Closure* indirectee;
    Word static_link;
    Entry const* saved_info;
};

struct BlockingQueue : Closure {
    Closure *link, *bh, *owner, *queue;
};

struct ArrBytes : Closure {
    Word bytes;
};

/// Elements, then the card table: a byte for each 128 elements; `size` is both in words.
struct MutArrPtrs : Closure {
    Word ptrs, size;
};

struct SmallMutArrPtrs : Closure {
    Word ptrs;
};

struct MutVar : Closure {
    Closure* var;
};

struct StableName : Closure {
    Word sn;
};

struct Weak : Closure {
    Closure *cfinalizers, *key, *value, *finalizer, *link;
};

struct CFinalizerList : Closure {
    Closure* link;
    Word fptr, ptr, eptr, flag;
};

/// `size` is the whole closure in words; a large bitmap of the arguments follows.
struct Bco : Closure {
    Closure *instrs, *literals, *ptrs;
    std::uint32_t arity, size;
};

struct MVarTsoQueue : Closure {
    Closure *link, *tso;
};

struct MVar : Closure {
    Closure *head, *tail, *value;
};

struct TVar : Closure {
    Closure *current_value, *first_watch_queue_entry;
    Word num_updates;
};

struct TRecEntry {
    Closure *tvar, *expected_value, *new_value;
};

inline constexpr std::size_t trec_chunk_entries = 16;

struct TRecChunk : Closure {
    Closure* prev_chunk;
    Word next_entry_idx;
    TRecEntry entries[trec_chunk_entries];
};

struct TRecHeader : Closure {
    Closure *enclosing_trec, *current_chunk;
    Word state;
};

struct CompactNFData : Closure {
    Word total_words, auto_block_words, hp_next, hp_limit, nursery, last, hash, result, link;
};

/// The size of a struct in words.
template <class T>
inline constexpr std::size_t words_of = sizeof(T) / word_bytes;

static_assert(words_of<Closure> == 3 && words_of<Thunk> == 4 && words_of<Selector> == 5 &&
              words_of<Pap> == 5);
static_assert(words_of<Ap> == 6 && words_of<ApStack> == 6 && words_of<Ind> == 4 && words_of<IndStatic> == 6);
static_assert(words_of<BlockingQueue> == 7 && words_of<ArrBytes> == 4 && words_of<MutArrPtrs> == 5);
static_assert(words_of<SmallMutArrPtrs> == 4 && words_of<MutVar> == 4 && words_of<StableName> == 4);
static_assert(words_of<Weak> == 8 && words_of<CFinalizerList> == 8 && words_of<Bco> == 7 &&
              words_of<MVar> == 6);
static_assert(words_of<MVarTsoQueue> == 5 && words_of<TVar> == 6 && words_of<TRecEntry> == 3);
static_assert(words_of<TRecChunk> == 53 && words_of<TRecHeader> == 6 && words_of<CompactNFData> == 12);

}  // namespace trav::ghc
