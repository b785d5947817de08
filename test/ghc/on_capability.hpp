// test/ghc/on_capability.hpp: a capability without a machine, for tests of the runtime system's functions.
#pragma once

#include <trav/ghc/machine/threads.hpp>

#include <cstdint>
#include <vector>

namespace test {

using namespace trav::ghc;

/// A capability only stores its machine, and these functions do not use it.
inline Machine& unused_machine() {
    static std::uint64_t place = 0;
    return reinterpret_cast<Machine&>(place);
}
/// The program of all threads.
inline Eval nothing(Registers&, Capability& cap) { co_return cap.ref(cap.code.unit()); }

struct OnCapability {
    explicit OnCapability(MachineOptions const& options = {}) : cap(unused_machine(), options) {}
    Capability cap;
    Heap& heap = cap.heap;

    Thread& forked() { return rts::fork(cap, nothing(cap.registers, cap)); }
    /// Lets the thread run, as the first of its queue.
    void select(Thread& thread) {
        heap.promote(thread.tso);
        cap.thread = &thread;
        cap.frames.select(thread.tso);
    }
    std::vector<Closure*> queue(std::size_t capability = 0) {
        return heap.root_lists().run_queues()[capability];
    }
};

/// A thread's topmost frame.
inline Word const* top(Closure* tso) { return as<Stack>(as<Tso>(tso)->stackobj)->sp; }
inline Entry const* return_address(Word const* frame) {
    return *reinterpret_cast<Entry const* const*>(frame);
}

}  // namespace test
