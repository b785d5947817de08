// trav/ghc/machine/exceptions.hpp: exceptions, which end evaluations up to the frame that catches them.
//
//     Eval safe_div(Machine& m, Ref a, Ref b) {
//         Ref const y = co_await std::move(b);
//         if (y.word() == 0) co_return m.raise(m.con("DivideByZero"));
//         ...
//     co_await m.catch_exception(m.thunk("<Main.q>", safe_div, a, b), m.fun("handler", handler))
//
// Offers functions that catch and raise. While the protected evaluation runs, a CATCH_FRAME with the handler
// is on the thread's STACK. Raising removes the frames above it, one by one. Each thunk under evaluation
// there is updated to GHC's `raise`, which raises the same exception again on entry; transactions are
// discarded. Asynchronous exceptions are masked while the handler runs.
#pragma once

#include "masks.hpp"
#include "transactions.hpp"
#include "updates.hpp"

#include <stdexcept>
#include <string>

namespace trav::ghc {

/// An exception that the main thread does not catch, which ends the program.
struct UncaughtException : std::runtime_error {
    explicit UncaughtException(Closure const* raised)
        : std::runtime_error("ghc machine: uncaught exception: " + std::string(description(raised))) {}
};

namespace rts {

inline void push_catch_frame(Capability& cap, Closure* handler) {
    auto* const frame =
        reinterpret_cast<CatchFrame*>(cap.frames.push(cap.code.catch_frame, words_of<CatchFrame>));
    frame->ccs = cap.heap.ccs();
    frame->hp = 0;
    frame->exceptions_blocked = as<Tso>(cap.thread->tso)->flags & masks;
    frame->handler = handler;
}
/// Evaluates the first argument; if that raises an exception, applies the second, a function, to it.
inline void catch_exception(Capability& cap) {
    push_catch_frame(cap, cap.registers.arguments[1]);
    cap.registers.enter(cap.registers.arguments[0]);
}
/// Likewise applies the first argument to `()`.
inline void catch_action(Capability& cap) {
    push_catch_frame(cap, cap.registers.arguments[1]);
    cap.registers.apply({cap.registers.arguments[0], {cap.code.unit()}});
}

/// Ends the program if the thread is the main one, otherwise the thread. Reports the exception unless the
/// thread was killed or stuck forever.
inline void uncaught(Capability& cap, Thread& thread, Closure* exception) {
    Word const id = as<Tso>(thread.tso)->id;
    if (id == cap.main_thread)
        return cap.registers.fail(std::make_exception_ptr(UncaughtException(untag(exception))));
    std::string_view const name = description(untag(exception));
    if (!thread.quiet && name != "ThreadKilled" && !name.starts_with("BlockedIndefinitely"))
        cap.errors += "thread " + std::to_string(id) + ": uncaught exception: " + std::string(name) + '\n';
    if (&thread == cap.thread) cap.registers.todo = Registers::Do::nothing;
    finish(cap, thread);
}

inline void raise(Capability& cap, Closure* exception) {
    Heap& heap = cap.heap;
    Closure* thunk = nullptr;  // one for all thunks under evaluation
    CostCentreStack* const here = heap.ccs();
    for (;;) {
        Word* const top = cap.frames.top();
        Entry const* const entry = *reinterpret_cast<Entry const**>(top);
        switch (info(entry).type) {
        case ClosureType::STOP_FRAME: return uncaught(cap, *cap.thread, exception);
        case ClosureType::CATCH_FRAME: {
            auto* const frame = reinterpret_cast<CatchFrame*>(top);
            heap.set_ccs(here);  // the handler begins with the cost centres that raised
            cap.registers.apply({frame->handler, {exception}});
            MaskingState const outside = masking(frame->exceptions_blocked);
            cap.frames.pop(words_of<CatchFrame>);
            if (outside == MaskingState::Unmasked) cap.frames.push(restoring(cap, outside), 1);
            return set_masking(cap.thread->tso, masked(outside));
        }
        case ClosureType::CATCH_STM_FRAME: {
            auto* const frame = reinterpret_cast<CatchStmFrame*>(top);
            end_enclosed(cap, false);
            heap.set_ccs(here);
            cap.registers.apply({frame->handler, {exception}});
            return cap.frames.pop(words_of<CatchStmFrame>);
        }
        case ClosureType::CATCH_RETRY_FRAME: end_enclosed(cap, false); break;
        case ClosureType::ATOMICALLY_FRAME: abort_transaction(cap); break;
        case ClosureType::UPDATE_FRAME:
            heap.set_ccs(here);
            if (!thunk) thunk = heap.make(cap.code.raise, {exception}, {});
            update(cap, reinterpret_cast<UpdateFrame*>(top)->updatee, thunk);
            break;
        default:
            if (RtsCode::runs_code(entry)) cap.thread->drop();
        }
        cap.frames.pop(Frames::words(top));
    }
}
/// Raises the first argument.
inline void raise(Capability& cap) { raise(cap, cap.registers.arguments[0]); }

}  // namespace rts
}  // namespace trav::ghc
