// trav/ghc/machine/continuations.hpp: the machine's own stack frames, which say how a thread continues with a
// value.
//
// Offers functions that push such frames, for suspended entry code with its variables and for other steps;
// and park, which saves a thread's next step on its stack. O(1), plus the number of variables.
#pragma once

#include "capability.hpp"

#include <cstddef>

namespace trav::ghc::rts {

inline Closure** pointers_of(Word* frame) { return reinterpret_cast<Closure**>(frame + 1); }

inline void push_frame(Capability& cap, Return what, Closure* pointer) {
    *pointers_of(cap.frames.push(cap.code.frame(what, 1), 2)) = pointer;
}

/// Pushes a frame that restores the current cost-centre stack; returns the place for its pointers.
inline Closure** push_frame_with_ccs(Capability& cap, Return what, std::size_t pointers) {
    Word* const at = cap.frames.push(cap.code.frame(what, pointers), 2 + pointers);
    at[1] = address(cap.heap.ccs());
    return pointers_of(at) + 1;
}

/// Pushes a frame that applies the next returned value to the arguments, starting with number `from`.
inline void push_application(Capability& cap, std::size_t from = 0) {
    auto const& arguments = cap.registers.arguments;
    Closure** const at = push_frame_with_ccs(cap, Return::apply, arguments.size() - from);
    for (std::size_t i = from; i != arguments.size(); ++i) at[i - from] = arguments[i];
}

/// Saves the variables of entry code on the stack, where it waits for a value.
inline void suspend(Capability& cap, Eval::Handle code) {
    Refs& refs = code.promise().refs();
    std::size_t const n = refs.count();
    Closure** at = push_frame_with_ccs(cap, Return::run, n);
    refs.update([&](Closure* c) { *at++ = c; });
    cap.thread->suspended.emplace_back(code);
}

/// Saves the thread's next step on its stack. To return `()` takes no frame: as in GHC, an operation without
/// a result leaves nothing there.
inline void park(Capability& cap) {
    Registers& next = cap.registers;
    using enum Registers::Do;
    switch (next.todo) {
    case enter: push_frame(cap, Return::enter, next.node); break;
    case give_back:
        if (next.node != cap.code.unit()) push_frame(cap, Return::give_back, next.node);
        break;
    case run: suspend(cap, Eval::Handle::from_address(next.callee.address())); break;
    case apply: {
        Closure** at = push_frame_with_ccs(cap, Return::call, next.arguments.size() + 1);
        *at = next.node;
        for (Closure* const argument : next.arguments) *++at = argument;
        break;
    }
    case perform:
    case nothing: break;
    }
    as<Tso>(cap.thread->tso)->cccs = cap.heap.ccs();
    next.todo = nothing;
}

}  // namespace trav::ghc::rts
