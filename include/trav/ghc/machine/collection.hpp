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

/// The code of the thread that runs the finalizers of a collection, the array's last one first, and ignores
/// their exceptions. (GHC: runFinalizerBatch)
inline Eval finalize_all(Registers&, Capability& cap, Ref finalizers) {
    for (Word i = as<MutArrPtrs>(finalizers.closure())->ptrs; i-- > 0;) {
        Operation next{catch_action, {element(finalizers.closure(), i), cap.ignores(cap.machine)}};
        co_await std::move(next);
    }
    co_return cap.ref(cap.code.unit());
}
/// Forks a thread for all of these finalizers, the first one first. (GHC: scheduleFinalizers)
inline void fork_finalizers(Capability& cap, std::vector<Closure*> const& finalizers) {
    if (finalizers.empty()) return;
    std::vector<Closure*> const reversed(finalizers.rbegin(), finalizers.rend());
    Closure* const all = for_system(
        cap.heap, [&] { return cap.heap.array(reversed, ClosureType::MUT_ARR_PTRS_FROZEN_CLEAN); });
    fork(cap, finalize_all(cap.registers, cap, cap.ref(all))).quiet = true;
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

/// Collects. Returns the ids of the threads that nothing can wake, in GHC's order, and keeps the threads for
/// resurrect. Forks a thread for the finalizers of weak pointers with dead keys.
inline std::vector<Word> collect(Capability& cap) {
    std::vector<Word> unreached;
    cap.collection_requested = false;
    cap.heap.set_ccs(cap.heap.cost_centres().main());
    auto finalizers =
        cap.heap.collect([&](Collector& collector) { cap.refs_of_host.update(collector); },
                         [&](Collector& collector) {
                             unreached = cap.thread_lists.collected(
                                 [&](Word id) { return !cap.threads.contains(id); },
                                 [&](Word id) { return collector.alive(cap.threads.at(id).tso); });
                             for (auto& [id, thread] : cap.threads) collector(thread.tso);
                         },
                         [&](Collector& collector) {
                             follow_ap_stacks(cap, collector);
                             follow_stable_names(cap, collector);
                             follow_sparks(cap, collector);
                         });
    for (Closure* c : cap.heap.survivors().mutable_list) clean(cap.heap, c);
    cap.clock.collected(cap.heap.bytes_allocated());
    fork_finalizers(cap, finalizers);
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
