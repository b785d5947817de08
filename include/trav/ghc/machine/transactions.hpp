// trav/ghc/machine/transactions.hpp: the reads and writes of a running transaction: GHC's TREC_HEADERs.
//
// Offers functions on the current thread's transaction. The TSO refers to its TREC_HEADER, which has an entry
// for each TVar; the TVars change only on commit. An alternative of orElse, or an action that catches, has
// its own TREC_HEADER, enclosed in the outer one. While a transaction runs, no other thread runs, so each of
// its TVars keeps the value that was read. If a TVar has changed when the transaction's turn comes again, the
// transaction restarts. So a commit never fails. A lookup takes O(entries), as in GHC.
#pragma once

#include "threads.hpp"

namespace trav::ghc::rts {

enum class TRecState : Word { active, condemned, committed, aborted, waiting };

/// Null for NO_TREC.
inline TRecHeader* trec_of(Heap& heap, Closure* pointer) {
    Closure* const c = untag(pointer);
    return c == heap.no_trec() ? nullptr : as<TRecHeader>(c);
}
inline bool in_transaction(Capability& cap) {
    return trec_of(cap.heap, as<Tso>(cap.thread->tso)->trec) != nullptr;
}
/// The innermost running transaction. Throws Misuse if there is none.
inline TRecHeader& transaction(Capability& cap) {
    TRecHeader* const trec = trec_of(cap.heap, as<Tso>(cap.thread->tso)->trec);
    if (!trec) throw Misuse("there is no transaction: atomically runs one");
    return *trec;
}
/// Whether an enclosed transaction ends at the frame.
inline bool is_enclosed_transaction(Word const* frame) {
    ClosureType const t = info(*reinterpret_cast<Entry const* const*>(frame)).type;
    return t == ClosureType::CATCH_RETRY_FRAME || t == ClosureType::CATCH_STM_FRAME;
}
inline bool is_waiting(TRecHeader const& trec) { return TRecState{trec.state} == TRecState::waiting; }

/// Begins a transaction, enclosed in the running one.
inline void begin_transaction(Capability& cap) {
    auto* const tso = as<Tso>(cap.thread->tso);
    tso->trec = for_system(
        cap.heap, [&] { return cap.heap.trec_header(untag(tso->trec), cap.heap.trec_chunk(nullptr, {})); });
}

// -- entries

/// Calls f(entry) for each entry; starts with the chunk that is being filled.
template <class F>
void each_entry(Heap& heap, TRecHeader& trec, F&& f) {
    for (Closure* c = trec.current_chunk; untag(c) != heap.end_stm_chunk_list();) {
        auto* const chunk = as<TRecChunk>(c);
        for (Word i = 0; i < chunk->next_entry_idx; ++i) f(chunk->entries[i]);
        c = chunk->prev_chunk;
    }
}
inline TRecEntry& add_entry(Heap& heap, TRecHeader& trec, TRecEntry entry) {
    if (as<TRecChunk>(trec.current_chunk)->next_entry_idx == trec_chunk_entries)
        trec.current_chunk = for_system(heap, [&] { return heap.trec_chunk(trec.current_chunk, {}); });
    auto* const chunk = as<TRecChunk>(trec.current_chunk);
    return chunk->entries[chunk->next_entry_idx++] = entry;
}
/// The entry of a TVar in the innermost transaction. A new entry copies the one of an enclosing transaction,
/// or else the TVar.
inline TRecEntry& entry_of(Capability& cap, Closure* tvar) {
    TRecHeader& inner = transaction(cap);
    TRecEntry* found = nullptr;
    for (TRecHeader* at = &inner; at && !found; at = trec_of(cap.heap, at->enclosing_trec)) {
        each_entry(cap.heap, *at, [&](TRecEntry& e) {
            if (e.tvar == tvar) found = &e;
        });
        if (found && at == &inner) return *found;
    }
    Closure* const value = as<TVar>(tvar)->current_value;
    return add_entry(cap.heap, inner, found ? *found : TRecEntry{tvar, value, value});
}
/// Whether every TVar has the value that it had when it was read.
inline bool is_valid(Capability& cap) {
    bool valid = true;
    for (TRecHeader* at = &transaction(cap); at; at = trec_of(cap.heap, at->enclosing_trec))
        each_entry(cap.heap, *at, [&](TRecEntry const& e) {
            valid = valid && as<TVar>(e.tvar)->current_value == e.expected_value;
        });
    return valid;
}

// -- waiting: a TVar has a TVAR_WATCH_QUEUE of the threads that wait for a change

inline TVarWatchQueue* watch_queue_of(Heap& heap, Closure* pointer) {
    Closure* const c = untag(pointer);
    return c == heap.end_stm_watch_queue() ? nullptr : as<TVarWatchQueue>(c);
}
/// Adds the current thread to the queues of all TVars that its transaction has read.
inline void watch(Capability& cap) {
    Heap& heap = cap.heap;
    TRecHeader& trec = transaction(cap);
    trec.state = static_cast<Word>(TRecState::waiting);
    each_entry(heap, trec, [&](TRecEntry& e) {
        Closure*& first = as<TVar>(e.tvar)->first_watch_queue_entry;
        Closure* const mine = for_system(
            heap, [&] { return heap.tvar_watch_queue(cap.thread->tso, first, heap.end_stm_watch_queue()); });
        if (TVarWatchQueue* const next = watch_queue_of(heap, first)) next->prev_queue_entry = mine;
        first = e.new_value = mine;  // GHC also keeps it there
    });
}
/// Removes the transaction from the queues.
inline void unwatch(Heap& heap, TRecHeader& trec) {
    each_entry(heap, trec, [&](TRecEntry const& e) {
        auto const& mine = *as<TVarWatchQueue>(e.new_value);
        TVarWatchQueue* const before = watch_queue_of(heap, mine.prev_queue_entry);
        TVarWatchQueue* const after = watch_queue_of(heap, mine.next_queue_entry);
        (before ? before->next_queue_entry : as<TVar>(e.tvar)->first_watch_queue_entry) =
            mine.next_queue_entry;
        if (after) after->prev_queue_entry = mine.prev_queue_entry;
    });
}
/// Wakes the threads that wait for the TVar to change, the longest-waiting first.
inline void wake(Capability& cap, Closure* tvar) {
    Heap& heap = cap.heap;
    TVarWatchQueue* last = nullptr;
    Closure* at = as<TVar>(tvar)->first_watch_queue_entry;
    for (; TVarWatchQueue* const q = watch_queue_of(heap, at); at = q->next_queue_entry) last = q;
    for (; last; last = watch_queue_of(heap, last->prev_queue_entry)) {
        Closure* const tso = last->closure;
        if (as<Tso>(tso)->why_blocked != WhyBlocked::STM) continue;  // already woken by another TVar
        unblock(heap, tso);
    }
}

// -- the end

/// Ends the outermost transaction and makes its writes visible. With one capability it also wakes the threads
/// that wait for a TVar which it has only read, as GHC does without -threaded.
inline void commit(Capability& cap) {
    if (!is_valid(cap)) throw Misuse("a transaction's TVar was written, but not by write_tvar");
    bool const threaded = cap.heap.capabilities() > 1;
    each_entry(cap.heap, transaction(cap), [&](TRecEntry const& e) {
        if (threaded && e.new_value == e.expected_value) return;
        as<TVar>(e.tvar)->current_value = e.new_value;
        wake(cap, e.tvar);
    });
    as<Tso>(cap.thread->tso)->trec = tagged(cap.heap.no_trec());
}
/// Ends the innermost transaction and discards its effects.
inline void abort_transaction(Capability& cap) {
    TRecHeader& trec = transaction(cap);
    if (is_waiting(trec)) unwatch(cap.heap, trec);
    as<Tso>(cap.thread->tso)->trec = trec.enclosing_trec;
}
/// Ends an enclosed transaction. The enclosing one takes over its reads even if it discards the writes: the
/// decision to discard depended on these reads.
inline void end_enclosed(Capability& cap, bool keep) {
    TRecHeader& trec = transaction(cap);
    as<Tso>(cap.thread->tso)->trec = trec.enclosing_trec;
    each_entry(cap.heap, trec, [&](TRecEntry const& e) {
        TRecEntry& outer = entry_of(cap, e.tvar);
        if (keep) outer.new_value = e.new_value;
    });
}

}  // namespace trav::ghc::rts
