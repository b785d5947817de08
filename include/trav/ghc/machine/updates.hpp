// trav/ghc/machine/updates.hpp: thunks under evaluation, and their updates.
//
// Offers functions: a thunk under evaluation becomes a BLACKHOLE that names its thread, and then one that
// leads to its value. In between, threads that need the value wait in the BLOCKING_QUEUE of the blackhole,
// with a MSG_BLACKHOLE each; so does a thread that needs its own value. The owner's TSO has a list of these
// queues. O(1), and O(1) for each such thread and each queue of the owner.
#pragma once

#include "threads.hpp"

namespace trav::ghc::rts {

/// Blackholes a thunk, pushes its update frame, which remembers the cost centres that need the value, and
/// enters the thunk's cost centres. Its free variables must already have been read.
inline void blackhole(Capability& cap, Closure* thunk) {
    Heap& heap = cap.heap;
    CostCentreStack* const needs_it = heap.ccs();
    heap.set_ccs(thunk->ccs);
    Closure* owned = thunk;
    if (heap.is_static(thunk)) {
        owned = heap.blackhole(cap.thread->tso);
        heap.evaluate_caf(thunk, owned);
    } else {
        heap.overwrite(thunk, cap.code.blackhole);
        as<Ind>(thunk)->indirectee = cap.thread->tso;
    }
    cap.frames.push_update(owned, needs_it);
}

/// Blocks the current thread until the blackhole has a value. Its owner gets the next turn.
inline void wait_for(Capability& cap, Closure* blackhole) {
    Heap& heap = cap.heap;
    Closure* const me = cap.thread->tso;
    Closure* const holder = as<Ind>(blackhole)->indirectee;
    auto* const queue = type(holder) == ClosureType::TSO ? nullptr : as<BlockingQueue>(holder);
    Closure* const owner = queue ? queue->owner : holder;
    push_frame(cap, Return::enter_again, blackhole);
    Closure* const message = for_system(
        heap, [&] { return heap.msg_blackhole(queue ? queue->queue : heap.end_tso_queue(), me, blackhole); });
    if (queue) {
        queue->queue = message;
    } else {
        Closure*& first = as<Tso>(owner)->bq;
        as<Ind>(blackhole)->indirectee = first =
            for_system(heap, [&] { return heap.blocking_queue(first, blackhole, owner, message); });
    }
    block(cap, WhyBlocked::BlackHole, message);
    bool const runnable = as<Tso>(owner)->why_blocked == WhyBlocked::NotBlocked;
    if (owner != me && runnable && as<Tso>(owner)->cap == heap.capability()) heap.promote(owner);
}

/// Wakes the threads in the queue, the last to arrive first, and removes it from its owner.
inline void wake_all(Heap& heap, BlockingQueue& queue) {
    for (Closure* at = untag(queue.queue); at != heap.end_tso_queue();) {
        auto const& message = *as<MessageBlackHole>(at);
        unblock(heap, message.tso);
        at = untag(message.link);
    }
    Closure** at = &as<Tso>(queue.owner)->bq;
    while (untag(*at) != &queue) at = &as<BlockingQueue>(untag(*at))->link;
    *at = queue.link;
}

/// Gives a blackhole its value; threads that wait for it evaluate it again.
inline void update(Capability& cap, Closure* thunk, Closure* value) {
    Closure* const owner = as<Ind>(thunk)->indirectee;
    bool const awaited = tag(owner) == 0 && type(owner) == ClosureType::BLOCKING_QUEUE;
    cap.heap.overwrite(thunk, cap.code.blackhole);
    as<Ind>(thunk)->indirectee = tagged(value);
    if (awaited) wake_all(cap.heap, *as<BlockingQueue>(owner));
}

}  // namespace trav::ghc::rts
