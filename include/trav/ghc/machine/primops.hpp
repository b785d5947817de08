// trav/ghc/machine/primops.hpp: GHC's primitive operations on mutable objects: variables, arrays, MVars.
//
// Offers functions for Machine, with GHC's names. take_mvar and put_mvar may block, so they are Operations. A
// write marks an object dirty; a collection cleans it. Each takes O(1).
#pragma once

#include "threads.hpp"

#include <stdexcept>
#include <string>

namespace trav::ghc::rts {

inline void dirty(Heap& heap, Closure* c) {
    using enum ClosureType;
    if (type(c) == MUT_VAR_CLEAN) c->info = heap.rts_info(MUT_VAR_DIRTY, 1);
    if (type(c) == MUT_ARR_PTRS_CLEAN) c->info = heap.rts_info(MUT_ARR_PTRS_DIRTY);
    if (type(c) == MVAR_CLEAN) c->info = heap.rts_info(MVAR_DIRTY, 3);
}

/// The content of a variable (i is 0) or element i of an array. Throws std::out_of_range.
inline Closure*& element(Closure* c, std::size_t i) {
    std::size_t n = 0;
    Closure** first = pointers_after(c);
    if (is_array(type(c))) {
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
/// Removes the longest-waiting thread from the queue and returns it.
inline Closure* dequeue(Capability& cap, MVar* mvar) {
    auto* const first = as<MVarTsoQueue>(untag(mvar->head));
    mvar->head = first->link;
    if (is_nobody(cap.heap, mvar->head)) mvar->tail = mvar->head;
    return first->tso;
}

/// Waits until the MVar, the first argument, is full, then empties it.
inline void take_mvar(Capability& cap) {
    auto* const mvar = as<MVar>(cap.registers.arguments[0]);
    Heap& heap = cap.heap;
    dirty(heap, mvar);
    if (is_nobody(heap, mvar->value)) {
        push_frame(cap, Return::take, mvar);
        return enqueue(cap, mvar);
    }
    Closure* const value = std::exchange(mvar->value, tagged(heap.end_tso_queue()));
    if (!is_nobody(heap, mvar->head)) {
        Closure* const putter = dequeue(cap, mvar);
        on_stack_of(cap, thread_of(cap, putter), [&] {
            mvar->value = pointers_of(cap.frames.top())[1];
            cap.frames.pop(3);
        });
        resume(cap, putter, cap.code.unit());
    }
    cap.registers.give_back(value);
}
/// Waits until the MVar, the first argument, is empty, then fills it with the second.
inline void put_mvar(Capability& cap) {
    auto* const mvar = as<MVar>(cap.registers.arguments[0]);
    Closure* const value = cap.registers.arguments[1];
    dirty(cap.heap, mvar);
    if (!is_nobody(cap.heap, mvar->value)) {
        Closure** const at = pointers_of(cap.frames.push(cap.code.frame(Return::put, 2), 3));
        at[0] = mvar, at[1] = value;
        return enqueue(cap, mvar);
    }
    if (is_nobody(cap.heap, mvar->head)) {
        mvar->value = value;
    } else {
        Closure* const taker = dequeue(cap, mvar);
        on_stack_of(cap, thread_of(cap, taker), [&] {
            cap.frames.top();
            cap.frames.pop(2);
        });
        resume(cap, taker, value);
    }
    cap.registers.give_back(cap.code.unit());
}

// -- threads and collections

/// Lets the other threads run.
inline void yield(Capability& cap) {
    cap.registers.give_back(cap.code.unit());
    end_turn(cap);
}
inline void perform_major_gc(Capability& cap) {
    cap.collection_requested = true;
    cap.registers.give_back(cap.code.unit());
}

}  // namespace trav::ghc::rts
