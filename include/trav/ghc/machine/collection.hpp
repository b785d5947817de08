// trav/ghc/machine/collection.hpp: major collections of a machine's heap.
//
// Offers collect. The entire state of the program must be on the heap: the current thread must be parked.
// Costs one collection (collector.hpp) plus O(threads).
#pragma once

#include "async_exceptions.hpp"

namespace trav::ghc::rts {

/// GHC cleans an object once all its referents are as old as the object. With one generation they always are.
inline void clean(Heap& heap, Closure* c) {
    using enum ClosureType;
    switch (type(c)) {
    case MVAR_DIRTY: c->info = heap.rts_info(MVAR_CLEAN, 3); break;
    case MUT_VAR_DIRTY: c->info = heap.rts_info(MUT_VAR_CLEAN, 1); break;
    case MUT_ARR_PTRS_DIRTY: c->info = heap.rts_info(MUT_ARR_PTRS_CLEAN); break;
    case SMALL_MUT_ARR_PTRS_DIRTY: c->info = heap.rts_info(SMALL_MUT_ARR_PTRS_CLEAN); break;
    default: break;
    }
}

/// The code of a finalizer's thread: applies the finalizer to `()`.
inline Eval finalize(Registers&, RtsCode& code, Ref finalizer) {
    co_return Call{finalizer.pointer(), {code.unit()}};
}

/// Forgets stable names whose object or name has died.
inline void follow_stable_names(Capability& cap, Collector& collector) {
    for (auto before = std::exchange(cap.stable_names, {}); !before.empty();) {
        auto node = before.extract(before.begin());
        collector.weakly(node.key());
        collector.weakly(node.mapped());
        node.key() = untag(node.key());
        if (node.key() && node.mapped()) cap.stable_names.insert(std::move(node));
    }
}

/// Forgets sparks that are dead or evaluated. (GHC: pruneSparkQueue)
inline void follow_sparks(Capability& cap, Collector& collector) {
    for (Closure*& spark : cap.sparks) collector.weakly(spark);
    std::erase_if(cap.sparks, [&](Closure* spark) { return !spark || is_value(spark); });
}

/// Collects. Returns the ids of the threads that nothing can wake, and keeps the threads for resurrect. Forks
/// a thread for each finalizer of a weak pointer with a dead key.
inline std::vector<Word> collect(Capability& cap) {
    std::vector<Word> unreached;
    cap.collection_requested = false;
    cap.heap.set_ccs(cap.heap.cost_centres().main());
    auto const finalizers =
        cap.heap.collect([&](Collector& collector) { cap.refs_of_host.update(collector); },
                         [&](Collector& collector) {
                             for (auto const& [id, thread] : cap.threads)
                                 if (!collector.alive(thread.tso)) unreached.push_back(id);
                             for (auto& [id, thread] : cap.threads) collector(thread.tso);
                         },
                         [&](Collector& collector) {
                             follow_ap_stacks(cap, collector);
                             follow_stable_names(cap, collector);
                             follow_sparks(cap, collector);
                         });
    for (Closure* c : cap.heap.survivors().mutable_list) clean(cap.heap, c);
    cap.clock.collected(cap.heap.bytes_allocated());
    for (Closure* f : finalizers) fork(cap, finalize(cap.registers, cap.code, cap.ref(f))).quiet = true;
    return unreached;
}

/// Raises a BlockedIndefinitely or NonTermination exception in each of these threads that is still blocked.
/// (GHC: resurrectThreads, which also runs after the census.)
inline void resurrect(Capability& cap, std::vector<Word> const& threads) {
    for (Word const id : threads) {
        auto const at = cap.threads.find(id);
        if (at == cap.threads.end()) continue;
        switch (as<Tso>(at->second.tso)->why_blocked) {
        case WhyBlocked::MVar:
        case WhyBlocked::MVarRead: raise_async(cap, at->second, cap.code.blocked_indefinitely()); break;
        case WhyBlocked::STM: raise_async(cap, at->second, cap.code.blocked_on_stm()); break;
        case WhyBlocked::BlackHole: raise_async(cap, at->second, cap.code.non_termination()); break;
        default: break;  // already woken by another thread's exception
        }
    }
}

}  // namespace trav::ghc::rts
