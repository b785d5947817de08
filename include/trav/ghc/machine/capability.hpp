// trav/ghc/machine/capability.hpp: the state of a machine, which all of the runtime system's functions take.
//
// Offers Capability and Thread. GHC has a Capability for each processor. Here those of a machine take turns
// (time_slices.hpp) and have this state in common: one that does not run is but a run queue and a nursery,
// which the heap has. The functions on it are in namespace rts: continuations.hpp, threads.hpp, masks.hpp,
// primops.hpp, updates.hpp, transactions.hpp, exceptions.hpp, stm.hpp, ap_stacks.hpp, async_exceptions.hpp,
// evaluator.hpp and collection.hpp; each includes only those before it.
#pragma once

#include "clock.hpp"
#include "eval.hpp"
#include "frames.hpp"
#include "rts_code.hpp"
#include "ticky.hpp"

#include <map>
#include <utility>
#include <vector>

namespace trav::ghc {

/// A green thread: its TSO, and the entry code that is suspended in the frames of its stack.
struct Thread {
    Closure* tso = nullptr;
    std::vector<Eval> suspended{};  ///< one for each frame that goes on running code, outermost first

    Thread() = default;
    Thread(Thread const&) = delete;
    Thread& operator=(Thread const&) = delete;
    ~Thread() { drop_all(); }

    /// The innermost suspended code never goes on. (Its frame is not taken away.)
    void drop() { suspended.pop_back(); }
    void drop_all() {
        while (!suspended.empty()) drop();
    }
};

struct Capability {
    /// The machine is handed to entry code, which takes one; nothing else is done with it here.
    Capability(Machine& of, MachineOptions const& options) : machine(of), heap(options.heap), clock(options) {
        registers.every_use = options.every_use;
    }

    /// A variable among those of the code that is running.
    Ref ref(Closure* c) { return Ref(*refs, tagged(c)); }

    Machine& machine;
    Heap heap;
    Registers registers{heap};
    Frames frames{heap};
    RtsCode code{heap};
    Clock clock;
    Ticky ticky;
    Refs refs_of_host;               ///< variables of C++ code that is no entry code
    Refs* refs = &refs_of_host;      ///< of the code that is running
    std::map<Word, Thread> threads;  ///< by the TSO's id
    Thread* thread = nullptr;        ///< the one whose stack is selected
    Word main_thread = 0;            ///< its id
    /// The entry code that is suspended in the frames of AP_STACKs, outermost first.
    std::map<Closure*, std::vector<Eval>> stopped;
    bool collection_requested = false;
};

}  // namespace trav::ghc
