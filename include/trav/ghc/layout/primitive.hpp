// trav/ghc/layout/primitive.hpp: the objects of GHC's primitive operations: variables, arrays, weak pointers,
// transactions.
//
// Offers a struct for each (see closure.hpp). Structs without functions have the layout of a Payload.
#pragma once

#include "closure.hpp"

namespace trav::ghc {

struct MutVar : Closure {
    Closure* var;
};

struct MVar : Closure {
    Closure *head, *tail, *value;
};

/// An entry in an MVar's queue: a waiting thread.
struct MVarTsoQueue : Closure {
    Closure *link, *tso;
};

/// An exception pending for a thread, and the thread that throws it.
struct MessageThrowTo : Closure {
    Closure *link, *source, *target, *exception;
};

/// A thread that waits for the value of a blackhole, in the blackhole's queue.
struct MessageBlackHole : Closure {
    Closure *link, *tso, *bh;
};

/// The threads that wait for the value of a blackhole; `link`: the owner's next queue.
struct BlockingQueue : Closure {
    Closure *link, *bh, *owner, *queue;
};
inline std::size_t words_in(BlockingQueue const&) { return words_of<BlockingQueue>; }
template <class F>
void each_field(BlockingQueue& c, F&& f) {
    for (Closure** field : {&c.link, &c.bh, &c.owner, &c.queue}) f(*field);
}
template <class F>
void each_child(BlockingQueue& c, F&& f) {  // not its queue
    for (Closure** field : {&c.link, &c.bh, &c.owner}) f(*field);
}

struct ArrBytes : Closure {
    Word bytes;
};
inline std::size_t words_in(ArrBytes const& c) {
    return words_of<ArrBytes> + (c.bytes + word_bytes - 1) / word_bytes;
}
inline Pointers pointers_in(ArrBytes&) { return {}; }

/// Elements, then the card table: one byte for every 128 elements. `size` counts both, in words.
struct MutArrPtrs : Closure {
    Word ptrs, size;
};
inline std::size_t words_in(MutArrPtrs const& c) { return words_of<MutArrPtrs> + c.size; }
inline Pointers pointers_in(MutArrPtrs& c) { return {pointers_after(&c), c.ptrs}; }

/// The size in words of a card table for that many elements.
constexpr std::size_t card_table_words(std::size_t elements) {
    return ((elements + 127) / 128 + word_bytes - 1) / word_bytes;
}

struct SmallMutArrPtrs : Closure {
    Word ptrs;
};
inline std::size_t words_in(SmallMutArrPtrs const& c) { return words_of<SmallMutArrPtrs> + c.ptrs; }
inline Pointers pointers_in(SmallMutArrPtrs& c) { return {pointers_after(&c), c.ptrs}; }

struct StableName : Closure {
    Word sn;
};

struct Weak : Closure {
    Closure *cfinalizers, *key, *value, *finalizer, *link;
};
inline std::size_t words_in(Weak const& c) {  // GHC reads it from the table, too
    return words_in(*as<Payload>(&c));
}
inline Pointers pointers_in(Weak& c) { return {&c.key, 3}; }
template <class F>
void each_field(Weak& c, F&& f) {  // the others depend on whether the key is alive
    f(c.cfinalizers);
}

struct CFinalizerList : Closure {
    Closure* link;
    Word fptr, ptr, eptr, flag;
};

struct TVar : Closure {
    Closure *current_value, *first_watch_queue_entry;
    Word num_updates;
};

/// An entry in a TVar's queue: a thread that waits for a change.
struct TVarWatchQueue : Closure {
    Closure *closure, *next_queue_entry, *prev_queue_entry;
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
inline std::size_t words_in(TRecChunk const&) { return words_of<TRecChunk>; }
inline Pointers pointers_in(TRecChunk& c) { return {&c.prev_chunk, 1 + 4 * c.next_entry_idx, true}; }
template <class F>
void each_field(TRecChunk& c, F&& f) {
    f(c.prev_chunk);
    for (Word i = 0; i < c.next_entry_idx; ++i)
        for (auto field : {&TRecEntry::tvar, &TRecEntry::expected_value, &TRecEntry::new_value})
            f(c.entries[i].*field);
}

struct TRecHeader : Closure {
    Closure *enclosing_trec, *current_chunk;
    Word state;
};

/// A compact region; traversals do not look inside.
struct CompactNFData : Closure {
    Word total_words, auto_block_words, hp_next, hp_limit, nursery, last, hash, result, link;
};
inline std::size_t words_in(CompactNFData const& c) { return c.total_words; }
inline Pointers pointers_in(CompactNFData&) { return {}; }

static_assert(words_of<MutVar> == header_words + 1 && words_of<MVar> == header_words + 3);
static_assert(words_of<MVarTsoQueue> == header_words + 2 && words_of<MessageThrowTo> == header_words + 4);
static_assert(words_of<MessageBlackHole> == header_words + 3);
static_assert(words_of<BlockingQueue> == header_words + 4 && words_of<ArrBytes> == header_words + 1);
static_assert(words_of<MutArrPtrs> == header_words + 2 && words_of<SmallMutArrPtrs> == header_words + 1);
static_assert(words_of<StableName> == header_words + 1 && words_of<Weak> == header_words + 5);
static_assert(words_of<CFinalizerList> == header_words + 5 && words_of<TVar> == header_words + 3);
static_assert(words_of<TVarWatchQueue> == header_words + 3 && words_of<TRecEntry> == 3);
static_assert(words_of<TRecChunk> == header_words + 2 + 3 * trec_chunk_entries);
static_assert(words_of<TRecHeader> == header_words + 3 && words_of<CompactNFData> == header_words + 9);

}  // namespace trav::ghc
