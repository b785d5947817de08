// trav/ghc/machine/primops.hpp: GHC's primitive operations on mutable objects: variables, arrays, MVars.
//
// Offers functions for Machine, with GHC's names. Those that may block are Operations. A write marks an
// object dirty; a collection cleans it. Each takes O(1).
#pragma once

#include "threads.hpp"

#include <stdexcept>
#include <string>

namespace trav::ghc::rts {

inline void dirty(Heap& heap, Closure* c) {
    using enum ClosureType;
    if (type(c) == MUT_VAR_CLEAN) c->info = heap.rts_info(MUT_VAR_DIRTY, 1);
    if (type(c) == MUT_ARR_PTRS_CLEAN) c->info = heap.rts_info(MUT_ARR_PTRS_DIRTY);
    if (type(c) == SMALL_MUT_ARR_PTRS_CLEAN) c->info = heap.rts_info(SMALL_MUT_ARR_PTRS_DIRTY);
    if (type(c) == MVAR_CLEAN) c->info = heap.rts_info(MVAR_DIRTY, 3);
}

/// The content of a variable (i is 0) or element i of an array. Throws std::out_of_range.
inline Closure*& element(Closure* c, std::size_t i) {
    std::size_t n = 0;
    Closure** first = pointers_after(c);
    if (properties(type(c)).shape == Shape::SmallMutArrPtrs) {
        n = as<SmallMutArrPtrs>(c)->ptrs;
        first = pointers_after(as<SmallMutArrPtrs>(c));
    } else if (is_array(type(c))) {
        n = as<MutArrPtrs>(c)->ptrs;
        first = pointers_after(as<MutArrPtrs>(c));
    } else if (type(c) == ClosureType::MUT_VAR_CLEAN || type(c) == ClosureType::MUT_VAR_DIRTY ||
               type(c) == ClosureType::TVAR) {
        n = 1;
    }
    if (i >= n)
        throw std::out_of_range("ghc machine: " + std::string(description(c)) + " has no element " +
                                std::to_string(i));
    return first[i];
}

// -- MVars: END_TSO_QUEUE marks an empty MVar, and an empty queue

inline bool is_nobody(Heap& heap, Closure* queue) { return untag(queue) == heap.end_tso_queue(); }

/// Blocks the current thread on the MVar.
inline void enqueue(Capability& cap, MVar* mvar) {
    Heap& heap = cap.heap;
    Closure* const last =
        for_system(heap, [&] { return heap.mvar_tso_queue(heap.end_tso_queue(), cap.thread->tso); });
    if (is_nobody(heap, mvar->head)) mvar->head = last;
    else as<MVarTsoQueue>(untag(mvar->tail))->link = last;
    mvar->tail = last;
    block(cap, WhyBlocked::MVar, mvar);
}
/// Likewise as a reader, before all other threads.
inline void enqueue_reader(Capability& cap, MVar* mvar) {
    Heap& heap = cap.heap;
    Closure* const first = for_system(heap, [&] { return heap.mvar_tso_queue(mvar->head, cap.thread->tso); });
    if (is_nobody(heap, mvar->head)) mvar->tail = first;
    mvar->head = first;
    block(cap, WhyBlocked::MVarRead, mvar);
}
/// Removes the longest-waiting thread from the queue and returns it.
inline Closure* dequeue(Capability& cap, MVar* mvar) {
    auto* const first = as<MVarTsoQueue>(untag(mvar->head));
    mvar->head = first->link;
    if (is_nobody(cap.heap, mvar->head)) mvar->tail = mvar->head;
    return first->tso;
}

/// Empties a full MVar and returns its value; the next thread that waits to fill it continues.
inline Closure* empty(Capability& cap, MVar* mvar) {
    Heap& heap = cap.heap;
    dirty(heap, mvar);
    Closure* const value = std::exchange(mvar->value, tagged(heap.end_tso_queue()));
    if (!is_nobody(heap, mvar->head)) {
        Closure* const putter = dequeue(cap, mvar);
        on_stack_of(cap, thread_of(cap, putter), [&] {
            mvar->value = pointers_of(cap.frames.top())[1];
            cap.frames.pop(3);
        });
        unblock(heap, putter);
    }
    return value;
}
/// Waits until the MVar, the first argument, is full, then empties it.
inline void take_mvar(Capability& cap) {
    auto* const mvar = as<MVar>(cap.registers.arguments[0]);
    if (!is_nobody(cap.heap, mvar->value)) return cap.registers.give_back(empty(cap, mvar));
    dirty(cap.heap, mvar);
    push_frame(cap, Return::take, mvar);
    enqueue(cap, mvar);
}
/// Waits until the MVar, the first argument, is full, and leaves it so.
inline void read_mvar(Capability& cap) {
    auto* const mvar = as<MVar>(cap.registers.arguments[0]);
    if (!is_nobody(cap.heap, mvar->value)) return cap.registers.give_back(mvar->value);
    dirty(cap.heap, mvar);
    push_frame(cap, Return::read, mvar);
    enqueue_reader(cap, mvar);
}
/// Fills an empty MVar; the threads that wait to read it continue, and the next that waits to empty it.
inline void fill(Capability& cap, MVar* mvar, Closure* value) {
    dirty(cap.heap, mvar);
    for (bool taken = false; !taken;) {
        if (is_nobody(cap.heap, mvar->head)) return void(mvar->value = value);
        Closure* const waiting = dequeue(cap, mvar);
        taken = as<Tso>(waiting)->why_blocked == WhyBlocked::MVar;
        on_stack_of(cap, thread_of(cap, waiting), [&] {
            cap.frames.top();
            cap.frames.pop(2);
        });
        resume(cap, waiting, value);
    }
}
/// Waits until the MVar, the first argument, is empty, then fills it with the second.
inline void put_mvar(Capability& cap) {
    auto* const mvar = as<MVar>(cap.registers.arguments[0]);
    Closure* const value = cap.registers.arguments[1];
    if (is_nobody(cap.heap, mvar->value)) {
        cap.registers.give_back(cap.code.unit());
        return fill(cap, mvar, value);
    }
    dirty(cap.heap, mvar);
    Closure** const at = pointers_of(cap.frames.push(cap.code.frame(Return::put, 2), 3));
    at[0] = mvar, at[1] = value;
    enqueue(cap, mvar);
}

// -- threads and collections

/// Lets the other threads run.
inline void yield(Capability& cap) {
    cap.registers.give_back(cap.code.unit());
    end_turn(cap);
}
/// Collects in a foreign call: meanwhile the thread is in no run queue.
inline void perform_major_gc(Capability& cap) {
    cap.collection_called = true;
    cap.registers.give_back(cap.code.unit());
}

}  // namespace trav::ghc::rts
