// trav/ghc/live/runtime.hpp: the only header that depends on the version of GHC: its runtime system, 9.0 on
// x86-64.
//
// Offers StoppedWorld. Include it last: the runtime's header Rts.h defines the names of closure types as
// macros. The assertions below compare trav's layouts with that header's, so a layout that differs does not
// compile. To support another version, start with these assertions and with stopAllCapabilities().
#pragma once

#include "../layout/shape.hpp"
#include "address_range.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wvolatile"
extern "C" {
#include "Rts.h"
#include "ghcversion.h"

// From rts/Schedule.h, which is not installed. Only the threaded runtime has these functions, and shared
// libraries do not export them: then they are null.
typedef struct Task_ Task;
void stopAllCapabilities(Capability** mine, Task* task) __attribute__((weak));
void releaseAllCapabilities(unsigned count, Capability* mine, Task* task) __attribute__((weak));

// From rts/Capability.h: the first n_capabilities exist.
extern Capability** capabilities __attribute__((weak));

// From rts/Capability.h and rts/StablePtr.h: they call a function with each of the runtime's roots.
typedef void RootVisitor(void* context, StgClosure** root);
void markCapabilities(RootVisitor* visit, void* context) __attribute__((weak));
void markStablePtrTable(RootVisitor* visit, void* context) __attribute__((weak));

// From rts/sm/NonMoving.h, of the threaded runtime.
extern bool concurrent_coll_running __attribute__((weak));
}
#pragma GCC diagnostic pop

#if __GLASGOW_HASKELL__ != 900
#error "trav: ghc/live knows the runtime of GHC 9.0; the headers found are of another version"
#endif
#if !defined(USE_LARGE_ADDRESS_SPACE) || !defined(TABLES_NEXT_TO_CODE)
#error "trav: ghc/live needs a GHC for 64 bits with tables next to code"
#endif

namespace trav::ghc {

namespace detail::of_runtime {

// By row of the table: the runtime's number, from its macro.
#define CONTINUATION 64  // since GHC 9.6
inline constexpr unsigned numbers[] = {
#define X(name, ...) name,
#include "../layout/closure_types.def"
};
#undef CONTINUATION
constexpr bool same_numbers() {
    for (unsigned i = 0; i != std::size(numbers); ++i)
        if (numbers[i] != i) return false;
    return true;
}
static_assert(same_numbers() && N_CLOSURE_TYPES == 64);

template <class Ours, class Its>
inline constexpr bool same = sizeof(Ours) == sizeof(Its);
static_assert(same<Closure, StgHeader>, "compile with PROFILING (ghc -prof) or TRAV_GHC_PROFILING=0");
static_assert(same<InfoTable, StgInfoTable> && same<FunInfo, StgFunInfoTable>);
static_assert(same<ConInfo, StgConInfoTable> && same<LargeBitmap, StgLargeBitmap>);
static_assert(same<Thunk, StgThunk> && same<Selector, StgSelector> && same<Pap, StgPAP> && same<Ap, StgAP>);
static_assert(same<ApStack, StgAP_STACK> && same<Ind, StgInd> && same<IndStatic, StgIndStatic>);
static_assert(same<BlockingQueue, StgBlockingQueue> && same<ArrBytes, StgArrBytes>);
static_assert(same<MutArrPtrs, StgMutArrPtrs> && same<SmallMutArrPtrs, StgSmallMutArrPtrs>);
static_assert(same<MutVar, StgMutVar> && same<MVar, StgMVar> && same<TVar, StgTVar>);
static_assert(same<Weak, StgWeak> && same<CFinalizerList, StgCFinalizerList> && same<Bco, StgBCO>);
static_assert(same<UpdateFrame, StgUpdateFrame> && same<CatchFrame, StgCatchFrame>);
static_assert(same<UnderflowFrame, StgUnderflowFrame> && same<StopFrame, StgStopFrame>);
static_assert(same<AtomicallyFrame, StgAtomicallyFrame> && same<CatchStmFrame, StgCatchSTMFrame>);
static_assert(same<CatchRetryFrame, StgCatchRetryFrame> && same<RetFun, StgRetFun>);
static_assert(same<TRecHeader, StgTRecHeader> && same<CompactNFData, StgCompactNFData>);
static_assert(same<Tso, StgTSO> && same<Stack, StgStack> && trec_chunk_entries == TREC_CHUNK_NUM_ENTRIES);

static_assert(offsetof(InfoTable, layout) == offsetof(StgInfoTable, layout));
static_assert(offsetof(InfoTable, type) == offsetof(StgInfoTable, type));
static_assert(offsetof(InfoTable, srt) == offsetof(StgInfoTable, srt));
static_assert(offsetof(FunInfo, bitmap) == offsetof(StgFunInfoTable, f.b.bitmap));
static_assert(offsetof(FunInfo, fun_type) == offsetof(StgFunInfoTable, f.fun_type));
static_assert(static_cast<unsigned>(FunType::GEN_BIG) == ARG_GEN_BIG);
static_assert(static_cast<unsigned>(FunType::PPPPPPPP) == ARG_PPPPPPPP);
static_assert(static_cast<unsigned>(WhatNext::Killed) == ThreadKilled);
static_assert(static_cast<unsigned>(WhatNext::Complete) == ThreadComplete);
static_assert(static_cast<unsigned>(WhyBlocked::MVar) == BlockedOnMVar);
static_assert(static_cast<unsigned>(WhyBlocked::MVarRead) == BlockedOnMVarRead);
static_assert(static_cast<unsigned>(WhyBlocked::BlackHole) == BlockedOnBlackHole);
static_assert(static_cast<unsigned>(WhyBlocked::MsgThrowTo) == BlockedOnMsgThrowTo);

/// The beginning of the runtime's Capability; its header is not installed.
struct CapabilityStart {
    StgFunTable functions;
    StgRegTable registers;
    uint32_t number, node;
    Task* running_task;
};
static_assert(offsetof(CapabilityStart, number) == 944);  // OFFSET_Capability_no in DerivedConstants.h
inline CapabilityStart const& start_of(Capability* capability) {
    return *reinterpret_cast<CapabilityStart const*>(capability);
}
/// The capability's weak pointers that no collection has seen yet.
inline StgWeak* fresh_weak_pointers(Capability* capability) {
    constexpr std::size_t offset = 1160;  // OFFSET_Capability_weak_ptr_list_hd
    return *reinterpret_cast<StgWeak**>(reinterpret_cast<char*>(capability) + offset);
}

/// The compact region that contains a closure of the heap; null if there is none.
inline Closure* region_of(Closure* c) {
    bdescr* block = Bdescr(reinterpret_cast<StgPtr>(c));
    if ((block->flags & BF_COMPACT) == 0) return nullptr;
    if (block->blocks == 0) block = block->link;  // to the head of its group
    return reinterpret_cast<Closure*>(reinterpret_cast<StgCompactNFDataBlock*>(block->start)->owner);
}
/// Whether there may be compact regions: the counts below exclude regions of the non-moving collector.
inline bool has_regions() {
    if (RtsFlags.GcFlags.useNonmoving) return true;
    for (generation* g = g0;; g = g->to) {
        if (g->n_compact_blocks + g->n_compact_blocks_in_import != 0) return true;
        if (g == oldest_gen) return false;
    }
}

}  // namespace detail::of_runtime

#if TRAV_GHC_PROFILING
/// The label of the cost centre that allocated a closure.
inline char const* maker(Closure const* c) {
    return reinterpret_cast<StgClosure const*>(c)->header.prof.ccs->cc->label;
}
#endif

/// While an object of this class exists, no Haskell code and no collection runs. Create it in a `safe`
/// foreign call, so that every thread's stack is consistent. Throws std::runtime_error if the program cannot
/// be stopped.
class StoppedWorld {
  public:
    StoppedWorld() : StoppedWorld(rtsSupportsBoundThreads() != 0) {  // if it throws, ~StoppedWorld() runs
        std::ifstream maps("/proc/self/maps");
        auto const& capability = detail::of_runtime::start_of(rts_unsafeGetMyCapability());
        heap_ = mapped_around(maps, reinterpret_cast<Word>(capability.registers.rCurrentNursery->start));
        if (heap_.empty()) throw std::runtime_error("cannot tell from /proc/self/maps where the heap is");
    }
    StoppedWorld(StoppedWorld const&) = delete;
    StoppedWorld& operator=(StoppedWorld const&) = delete;
    ~StoppedWorld() { resume(); }

    /// The address range of the heap's objects; all other objects are static.
    AddressRange heap() const { return heap_; }
    /// Whether the program was linked with -threaded.
    bool threaded() const { return threaded_; }
    /// The roots of the runtime's own heap profiles, in its order: threads, weak pointers, stable pointers.
    std::vector<Closure*> roots() const {
        if (!markCapabilities || !markStablePtrTable)
            throw std::runtime_error("a program with shared libraries (-dynamic, GHCi) does not tell the "
                                     "runtime's own roots: link it statically");
        std::vector<Closure*> roots;
        auto const visit = [](void* list, StgClosure** root) {
            static_cast<std::vector<Closure*>*>(list)->push_back(reinterpret_cast<Closure*>(*root));
        };
        markCapabilities(visit, &roots);
        auto const weak = weak_pointers();
        roots.insert(roots.end(), weak.begin(), weak.end());
        markStablePtrTable(visit, &roots);
        return roots;
    }
    /// All weak pointers, without new ones in a program with shared libraries; finalized ones may be among
    /// them.
    std::vector<Closure*> weak_pointers() const {
        std::vector<Closure*> found;
        auto const take = [&](StgWeak* weak) {
            for (; weak; weak = weak->link) found.push_back(reinterpret_cast<Closure*>(weak));
        };
        for (generation* g = g0;; g = g->to) {
            take(g->weak_ptr_list);
            if (g == oldest_gen) break;
        }
        for (std::uint32_t i = 0; &capabilities && i != n_capabilities; ++i)
            take(detail::of_runtime::fresh_weak_pointers(capabilities[i]));
        return found;
    }
    /// For LiveGraph: null if there are no compact regions.
    auto region_of() const {
        return detail::of_runtime::has_regions() ? detail::of_runtime::region_of : nullptr;
    }

  private:
    explicit StoppedWorld(bool threaded) : threaded_(threaded) {
        if (!rts_isProfiled() != !TRAV_GHC_PROFILING)
            throw std::runtime_error(TRAV_GHC_PROFILING ? "compiled with -prof, but the program is not"
                                                        : "compiled without -prof, but the program has it");
        if (!threaded) return;
        if (RtsFlags.GcFlags.useNonmoving && !&concurrent_coll_running)
            throw std::runtime_error("a program with shared libraries (-dynamic, GHCi) does not tell whether "
                                     "the non-moving collector (-xn) marks: link it statically");
        for (stop(); marks(); stop()) {
            resume();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    /// Whether the non-moving collector marks: until it ends, it keeps the list of old weak pointers. To end
    /// it needs capabilities.
    static bool marks() { return RtsFlags.GcFlags.useNonmoving && concurrent_coll_running; }
    /// Stops the world. Holding the only capability is enough to stop all other threads and the collector.
    void stop() {
        mine_ = rts_lock();
        if (n_capabilities == 1) return;
        if (!stopAllCapabilities || !releaseAllCapabilities) {
            rts_unlock(mine_);
            throw std::runtime_error("a program with shared libraries (-dynamic, GHCi) and several "
                                     "capabilities cannot be stopped: use -N1, or link it statically");
        }
        // during parallel collections, other threads start the next collection before this thread runs again
        bool const in_parallel = std::exchange(RtsFlags.ParFlags.parGcEnabled, false);
        stopAllCapabilities(&mine_, detail::of_runtime::start_of(mine_).running_task);
        RtsFlags.ParFlags.parGcEnabled = in_parallel;
        several_ = true;
    }
    void resume() {
        if (std::exchange(several_, false))
            releaseAllCapabilities(n_capabilities, mine_, detail::of_runtime::start_of(mine_).running_task);
        if (mine_) rts_unlock(std::exchange(mine_, nullptr));
    }

    bool threaded_, several_ = false;
    Capability* mine_ = nullptr;
    AddressRange heap_;
};

}  // namespace trav::ghc
