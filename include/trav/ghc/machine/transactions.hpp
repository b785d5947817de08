// trav/ghc/machine/transactions.hpp: what a transaction has read and written so far: GHC's TREC_HEADERs.
//
// Offers functions on the current thread's transaction. The TSO has its TREC_HEADER, which has an entry for
// each TVar; TVars change when it commits. An alternative of orElse, and an action that catches, have one of
// their own, enclosed in it. As long as a transaction runs, every TVar in it has the value that it had when
// it was read: no other thread runs, and one that has lost that when its turn comes begins again. So a
// commit never fails. A look-up costs O(entries), as in GHC.
#pragma once

#include "threads.hpp"

#include <stdexcept>

namespace trav::ghc::rts {

enum class TRecState : Word { active, condemned, committed, aborted, waiting };

/// What was allocated for a transaction is booked on the system.
template <class F>
Closure* for_system(Heap& heap, F&& make) {
    CostCentreStack* const mine = heap.ccs();
    heap.set_ccs(heap.cost_centres().system());
    Closure* const made = make();
    heap.set_ccs(mine);
    return made;
}

/// Null for NO_TREC.
inline TRecHeader* trec_of(Heap& heap, Closure* pointer) {
    Closure* const c = untag(pointer);
    return c == heap.no_trec() ? nullptr : as<TRecHeader>(c);
}
inline bool in_transaction(Capability& cap) {
    return trec_of(cap.heap, as<Tso>(cap.thread->tso)->trec) != nullptr;
}
/// The innermost one that is running. Throws std::logic_error if there is none.
inline TRecHeader& transaction(Capability& cap) {
    TRecHeader* const trec = trec_of(cap.heap, as<Tso>(cap.thread->tso)->trec);
    if (!trec) throw std::logic_error("ghc machine: there is no transaction: atomically runs one");
    return *trec;
}
/// Whether an enclosed one ends at the frame.
inline bool is_enclosed_transaction(Word const* frame) {
    ClosureType const t = info(*reinterpret_cast<Entry const* const*>(frame)).type;
    return t == ClosureType::CATCH_RETRY_FRAME || t == ClosureType::CATCH_STM_FRAME;
}
inline bool is_waiting(TRecHeader const& trec) { return TRecState{trec.state} == TRecState::waiting; }

/// Begins one, enclosed in the one that is running.
inline void begin_transaction(Capability& cap) {
    auto* const tso = as<Tso>(cap.thread->tso);
    tso->trec = for_system(
        cap.heap, [&] { return cap.heap.trec_header(untag(tso->trec), cap.heap.trec_chunk(nullptr, {})); });
}

// -- entries

/// Calls f(entry) for each; the chunk that is being filled first.
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
/// The entry of a TVar in the innermost transaction. A new one has what the enclosing ones have, or else the
/// TVar.
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

// -- waiting: a TVar has a TVAR_WATCH_QUEUE of the threads that wait for it to change

inline TVarWatchQueue* watch_queue_of(Heap& heap, Closure* pointer) {
    Closure* const c = untag(pointer);
    return c == heap.end_stm_watch_queue() ? nullptr : as<TVarWatchQueue>(c);
}
/// The current thread waits until a TVar that its transaction has read changes.
inline void watch(Capability& cap) {
    Heap& heap = cap.heap;
    TRecHeader& trec = transaction(cap);
    trec.state = static_cast<Word>(TRecState::waiting);
    each_entry(heap, trec, [&](TRecEntry& e) {
        Closure*& first = as<TVar>(e.tvar)->first_watch_queue_entry;
        Closure* const mine = for_system(
            heap, [&] { return heap.tvar_watch_queue(cap.thread->tso, first, heap.end_stm_watch_queue()); });
        if (TVarWatchQueue* const next = watch_queue_of(heap, first)) next->prev_queue_entry = mine;
        first = e.new_value = mine;  // GHC keeps it there, too
    });
}
/// It is in the queues no more.
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
/// The TVar has changed. Who waits for that may run again, first who has waited longest.
inline void wake(Capability& cap, Closure* tvar) {
    Heap& heap = cap.heap;
    TVarWatchQueue* last = nullptr;
    Closure* at = as<TVar>(tvar)->first_watch_queue_entry;
    for (; TVarWatchQueue* const q = watch_queue_of(heap, at); at = q->next_queue_entry) last = q;
    for (; last; last = watch_queue_of(heap, last->prev_queue_entry)) {
        Closure* const tso = last->closure;
        if (as<Tso>(tso)->why_blocked != WhyBlocked::STM) continue;  // another TVar has woken it
        heap.block(tso, WhyBlocked::NotBlocked, heap.end_tso_queue());
        heap.schedule(tso);
    }
}

// -- the end

/// Ends the outermost transaction; what it has written is there for all to see.
inline void commit(Capability& cap) {
    if (!is_valid(cap))
        throw std::logic_error("ghc machine: a transaction's TVar was written, but not by write_tvar");
    each_entry(cap.heap, transaction(cap), [&](TRecEntry const& e) {
        if (e.new_value == e.expected_value) return;
        as<TVar>(e.tvar)->current_value = e.new_value;
        wake(cap, e.tvar);
    });
    as<Tso>(cap.thread->tso)->trec = tagged(cap.heap.no_trec());
}
/// Ends the innermost transaction, which has never been.
inline void abort_transaction(Capability& cap) {
    TRecHeader& trec = transaction(cap);
    if (is_waiting(trec)) unwatch(cap.heap, trec);
    as<Tso>(cap.thread->tso)->trec = trec.enclosing_trec;
}
/// Ends an enclosed transaction. The enclosing one has read what it has, also if nothing is kept of it: on
/// that depends that it was given up.
inline void end_enclosed(Capability& cap, bool keep) {
    TRecHeader& trec = transaction(cap);
    as<Tso>(cap.thread->tso)->trec = trec.enclosing_trec;
    each_entry(cap.heap, trec, [&](TRecEntry const& e) {
        TRecEntry& outer = entry_of(cap, e.tvar);
        if (keep) outer.new_value = e.new_value;
    });
}

}  // namespace trav::ghc::rts
