// trav/ghc/machine/threads.hpp: green threads: TSOs with their own stacks.
//
// Offers functions that fork, block, resume and end threads, and end their turns; sleep, and sparks. All take
// O(1), except ending all threads. Sleeping takes O(sleeping threads), as in GHC.
#pragma once

#include "continuations.hpp"

#include <cstdint>

namespace trav::ghc::rts {

/// Calls f() with another thread's stack selected.
template <class F>
void on_stack_of(Capability& cap, Thread& thread, F&& f) {
    Thread* const mine = std::exchange(cap.thread, &thread);
    cap.frames.select(thread.tso);
    f();
    cap.thread = mine;
    if (mine) cap.frames.select(mine->tso);
}

inline Thread& thread_of(Capability& cap, Closure* tso) { return cap.threads.at(as<Tso>(tso)->id); }

/// Charges the allocations of make() to the system.
template <class F>
Closure* for_system(Heap& heap, F&& make) {
    CostCentreStack* const mine = heap.ccs();
    heap.set_ccs(heap.cost_centres().system());
    Closure* const made = make();
    heap.set_ccs(mine);
    return made;
}

/// A new thread on the run queue; its stack is charged to these cost centres.
inline Thread& fork(Capability& cap, Eval code, CostCentreStack* of_stack) {
    Closure* const tso = cap.frames.thread(of_stack);
    cap.heap.schedule(tso);
    Thread& thread = cap.threads[as<Tso>(tso)->id];
    thread.tso = tso;
    cap.thread_lists.add(as<Tso>(tso)->id);
    on_stack_of(cap, thread, [&] { suspend(cap, code.release()); });
    return thread;
}
/// Likewise charged to the current cost centres.
inline Thread& fork(Capability& cap, Eval code) { return fork(cap, std::move(code), cap.heap.ccs()); }

/// Blocks the current thread and removes it from the run queue.
inline void block(Capability& cap, WhyBlocked why, Closure* on) {
    as<Tso>(cap.thread->tso)->cccs = cap.heap.ccs();
    cap.heap.block(cap.thread->tso, why, on);
    cap.heap.unschedule();
    cap.registers.todo = Registers::Do::nothing;
}

/// Unblocks the thread.
inline void unblock(Heap& heap, Closure* tso) {
    heap.block(tso, WhyBlocked::NotBlocked, heap.end_tso_queue());
    heap.schedule(tso);
}
/// Likewise, with the value that it waited for.
inline void resume(Capability& cap, Closure* tso, Closure* value) {
    on_stack_of(cap, thread_of(cap, tso), [&] { push_frame(cap, Return::give_back, value); });
    unblock(cap.heap, tso);
}

/// Blocks the current thread until the time that it has set.
inline void sleep(Capability& cap) {
    auto& sleeping = cap.heap.sleeping();
    auto at = sleeping.end();
    while (at != sleeping.begin() && thread_of(cap, at[-1]).wakes <= cap.thread->wakes) --at;
    sleeping.insert(at, cap.thread->tso);
    block(cap, WhyBlocked::Delay, cap.heap.end_tso_queue());
}
inline void stop_sleeping(Heap& heap, Closure* tso) { std::erase(heap.sleeping(), tso); }
/// Wakes the threads that have slept long enough. If no other thread can run, time passes until one has, and
/// 50 microseconds more, because Linux ends sleep so late. Without -threaded, GHC puts each at the head of
/// the run queue, so the latest runs first.
inline void wake_sleepers(Capability& cap, bool others) {
    auto& sleeping = cap.heap.sleeping();
    if (sleeping.empty()) return;
    std::uint64_t const first = thread_of(cap, sleeping.back()).wakes;
    if (!others && first > cap.clock.now()) cap.clock.idle_until(first + cap.clock.steps_in(50));
    while (!sleeping.empty() && thread_of(cap, sleeping.back()).wakes <= cap.clock.now()) {
        Closure* const tso = sleeping.back();
        sleeping.pop_back();
        unblock(cap.heap, tso);
        if (cap.heap.capabilities() == 1) cap.heap.promote(tso);
    }
}

/// The code of a thread that evaluates sparks.
inline Eval run_sparks(Registers&, Capability& cap) {
    while (!cap.sparks.empty()) {
        Ref spark = cap.ref(cap.sparks.front());
        cap.sparks.pop_front();
        co_await std::move(spark);
    }
    co_return cap.ref(cap.code.unit());
}
/// Forks a thread for sparks on each idle capability. (GHC: createSparkThread)
inline void start_sparks(Capability& cap) {
    for (std::size_t k = 0; k < cap.heap.capabilities() && !cap.sparks.empty(); ++k) {
        if (!cap.heap.root_lists().run_queues()[k].empty()) continue;
        Thread& thread = fork(cap, run_sparks(cap.registers, cap), cap.heap.cost_centres().system());
        thread.quiet = true;
        if (k != cap.heap.capability()) cap.heap.migrate(thread.tso, k);
    }
}

/// Moves the current thread to the end of the queue.
inline void end_turn(Capability& cap) {
    park(cap);
    cap.heap.schedule(cap.heap.unschedule());
}

/// Ends the thread, whatever it is doing.
inline void kill(Capability& cap, Thread& thread) {
    thread.drop_all();
    if (thread.tso) {
        as<Tso>(thread.tso)->what_next = WhatNext::Complete;
        if (as<Tso>(thread.tso)->why_blocked == WhyBlocked::Delay) stop_sleeping(cap.heap, thread.tso);
        cap.heap.block(thread.tso, WhyBlocked::NotBlocked, cap.heap.end_tso_queue());
        cap.heap.unschedule(thread.tso);
    }
    if (&thread == cap.thread) cap.thread = nullptr;
    std::erase_if(cap.threads, [&](auto const& entry) { return &entry.second == &thread; });
}

inline void kill_all(Capability& cap) {
    while (!cap.threads.empty()) kill(cap, cap.threads.begin()->second);
}

}  // namespace trav::ghc::rts
