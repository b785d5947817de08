// trav/ghc/machine/updates.hpp: thunks under evaluation, and their updates.
//
// Offers functions: a thunk under evaluation becomes a BLACKHOLE that names its thread, and then one that
// leads to its value. In between, threads that need the value wait in the BLOCKING_QUEUE of the blackhole.
// O(1), and O(1) for each such thread.
#pragma once

#include "threads.hpp"

#include <stdexcept>

namespace trav::ghc {

/// An expression depends on its own value. (GHC: <<loop>>.)
struct NonTermination : std::runtime_error {
    NonTermination() : std::runtime_error("ghc machine: <<loop>>: an expression needs its own value") {}
};

namespace rts {

/// Blackholes a thunk and pushes its update frame. Its free variables must already have been read.
inline void blackhole(Capability& cap, Closure* thunk) {
    Heap& heap = cap.heap;
    heap.set_ccs(thunk->ccs);
    if (heap.is_static(thunk)) {
        Closure* const owned = heap.blackhole(cap.thread->tso);
        heap.evaluate_caf(thunk, owned);
        return cap.frames.push_update(owned);
    }
    heap.overwrite(thunk, cap.code.blackhole, words_of<Ind>);
    as<Ind>(thunk)->indirectee = cap.thread->tso;
    cap.frames.push_update(thunk);
}

/// Blocks the current thread until the blackhole has a value.
inline void wait_for(Capability& cap, Closure* blackhole) {
    Closure *const owner = as<Ind>(blackhole)->indirectee, *const me = cap.thread->tso;
    auto* const queue = type(owner) == ClosureType::TSO ? nullptr : as<BlockingQueue>(owner);
    if ((queue ? queue->owner : owner) == me)
        return cap.registers.fail(std::make_exception_ptr(NonTermination()));
    if (queue) {
        as<Tso>(me)->global_link = queue->queue;
        queue->queue = me;
    } else {
        Closure* const first = cap.heap.blocking_queue(nullptr, blackhole, owner, me);
        as<Ind>(blackhole)->indirectee = first;
    }
    block(cap, WhyBlocked::BlackHole, blackhole);
}

/// Gives a blackhole its value; threads that wait for it evaluate it again.
inline void update(Capability& cap, Closure* thunk, Closure* value) {
    Closure* const owner = as<Ind>(thunk)->indirectee;
    bool const awaited = tag(owner) == 0 && type(owner) == ClosureType::BLOCKING_QUEUE;
    cap.heap.overwrite(thunk, cap.code.blackhole, words_of<Ind>);
    as<Ind>(thunk)->indirectee = tagged(value);
    if (!awaited) return;
    auto* const queue = as<BlockingQueue>(owner);
    for (Closure* tso = queue->queue; tso;) {
        Closure* const next = std::exchange(as<Tso>(tso)->global_link, nullptr);
        resume(cap, tso, Return::enter, queue->bh);
        tso = next;
    }
}

}  // namespace rts
}  // namespace trav::ghc
