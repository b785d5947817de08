// trav/ghc/machine/capability.hpp: the state of a machine, a parameter of all functions of the runtime
// system.
//
// Offers Capability and Thread. GHC has a Capability for each processor. Here the capabilities of a machine
// take turns (time_slices.hpp) and share this state; an idle one is just a run queue and a nursery, both in
// the heap. Its functions are in namespace rts: continuations.hpp, threads.hpp, masks.hpp, primops.hpp,
// updates.hpp, transactions.hpp, exceptions.hpp, stm.hpp, ap_stacks.hpp, async_exceptions.hpp, evaluator.hpp
// and collection.hpp. Each of these headers includes only earlier ones.
#pragma once

#include "clock.hpp"
#include "eval.hpp"
#include "frames.hpp"
#include "rts_code.hpp"
#include "thread_lists.hpp"
#include "ticky.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace trav::ghc {

/// A green thread: its TSO, and the suspended entry code of its stack's frames.
struct Thread {
    Closure* tso = nullptr;
    std::vector<Eval> suspended{};  ///< one for each frame that resumes entry code, outermost first
    std::uint64_t wakes = 0;        ///< when it has slept long enough (Clock::now)
    bool quiet = false;             ///< uncaught exceptions are not reported

    Thread() = default;
    Thread(Thread const&) = delete;
    Thread& operator=(Thread const&) = delete;
    ~Thread() { drop_all(); }

    /// Destroys the innermost suspended code, but does not remove its frame.
    void drop() { suspended.pop_back(); }
    void drop_all() {
        while (!suspended.empty()) drop();
    }
};

struct Capability {
    /// Only stores the machine, which entry code takes as a parameter.
    Capability(Machine& of, MachineOptions const& options) : machine(of), heap(options.heap), clock(options) {
        registers.every_use = options.every_use;
    }

    /// A new variable of the running code.
    Ref ref(Closure* c) { return Ref(*refs, tagged(c)); }

    Machine& machine;
    Heap heap;
    Registers registers{heap};
    Frames frames{heap};
    RtsCode code{heap};
    Clock clock;
    Ticky ticky;
    Refs refs_of_host;               ///< variables of C++ code other than entry code
    Refs* refs = &refs_of_host;      ///< variables of the running code
    std::map<Word, Thread> threads;  ///< by the TSO's id
    ThreadLists thread_lists;        ///< their ids
    Thread* thread = nullptr;        ///< the thread with the selected stack
    Word main_thread = 0;            ///< its id
    /// The suspended entry code of AP_STACKs' frames, outermost first.
    std::map<Closure*, std::vector<Eval>> stopped;
    std::map<Closure*, Closure*> stable_names;  ///< by object
    std::deque<Closure*> sparks;                ///< expressions for idle capabilities, oldest first
    Closure* (*ignores)(Machine&) = nullptr;    ///< returns a handler that ignores its exception
    bool collection_requested = false;
    bool collection_called = false;  ///< by the running thread
    std::string errors;              ///< the text for standard error
};

}  // namespace trav::ghc
