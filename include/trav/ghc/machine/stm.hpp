// trav/ghc/machine/stm.hpp: transactions on TVars, as in "Composable Memory Transactions".
//
//     Eval take(Machine& m, Ref v, Ref) {                          // do x <- readTVar v
//         Ref const x = co_await m.read_tvar(v);                   //    when (x == 0) retry
//         if ((co_await x).word() == 0) co_return m.retry();       //    writeTVar v (x - 1)
//         co_await m.write_tvar(v, m.thunk("<x-1>", pred, x));
//         co_return m.unit();
//     }
//     co_await m.atomically(m.fun("take", take, v))
//
// Offers the operations. An action is a function of `()`, since a transaction may run it more than once.
// While it runs, GHC's ATOMICALLY_FRAME, CATCH_RETRY_FRAME (orElse) and CATCH_STM_FRAME are on the thread's
// STACK. Each operation takes O(entries) of the transaction; retry also takes O(frames).
#pragma once

#include "exceptions.hpp"

namespace trav::ghc::rts {

/// Runs a frame's action in a transaction, with the frame's cost centres.
inline void run_in_transaction(Capability& cap, Closure const* frame, Closure* action) {
    cap.heap.set_ccs(frame->ccs);
    begin_transaction(cap);
    cap.registers.apply({action, {cap.code.unit()}});
}
template <class Frame>
Frame* push_frame(Capability& cap, Entry const* entry) {
    auto* const frame = reinterpret_cast<Frame*>(cap.frames.push(entry, words_of<Frame>));
    frame->ccs = cap.heap.ccs();
    frame->hp = 0;
    return frame;
}

/// Runs the first argument as a transaction.
inline void atomically(Capability& cap) {
    if (in_transaction(cap)) return raise(cap, cap.code.nested_atomically());
    auto* const frame = push_frame<AtomicallyFrame>(cap, cap.code.atomically_frame);
    frame->code = cap.registers.arguments[0];
    frame->result = tagged(cap.heap.no_trec());
    run_in_transaction(cap, frame, frame->code);
}
/// Runs the first argument; if it retries, discards its effects and runs the second. (orElse)
inline void catch_retry(Capability& cap) {
    transaction(cap);
    auto* const frame = push_frame<CatchRetryFrame>(cap, cap.code.catch_retry_frame);
    frame->running_alt_code = 0;
    frame->first_code = cap.registers.arguments[0];
    frame->alt_code = cap.registers.arguments[1];
    run_in_transaction(cap, frame, frame->first_code);
}
/// Runs the first argument; if it raises an exception, discards its effects and applies the second, a
/// function, to the exception.
inline void catch_stm(Capability& cap) {
    transaction(cap);
    auto* const frame = push_frame<CatchStmFrame>(cap, cap.code.catch_stm_frame);
    frame->code = cap.registers.arguments[0];
    frame->handler = cap.registers.arguments[1];
    run_in_transaction(cap, frame, frame->code);
}

inline void read_tvar(Capability& cap) {
    cap.registers.give_back(entry_of(cap, cap.registers.arguments[0]).new_value);
}
inline void write_tvar(Capability& cap) {
    entry_of(cap, cap.registers.arguments[0]).new_value = cap.registers.arguments[1];
    cap.registers.give_back(cap.code.unit());
}

/// Blocks the current thread until a variable that its transaction has read changes.
inline void wait_for_change(Capability& cap) { block(cap, WhyBlocked::STM, cap.heap.end_tso_queue()); }

/// Discards the frames above the innermost CATCH_RETRY_FRAME with an unused alternative, and runs the
/// alternative. If there is none, the transaction waits.
inline void retry(Capability& cap) {
    transaction(cap);
    for (;;) {
        Word* const top = cap.frames.top();
        Entry const* const entry = *reinterpret_cast<Entry const**>(top);
        switch (info(entry).type) {
        case ClosureType::ATOMICALLY_FRAME: return watch(cap), wait_for_change(cap);
        case ClosureType::CATCH_RETRY_FRAME: {
            auto* const frame = reinterpret_cast<CatchRetryFrame*>(top);
            end_enclosed(cap, false);
            if (std::exchange(frame->running_alt_code, 1) == 0)
                return run_in_transaction(cap, frame, frame->alt_code);
            break;
        }
        case ClosureType::CATCH_STM_FRAME: end_enclosed(cap, false); break;
        case ClosureType::UPDATE_FRAME:
        case ClosureType::CATCH_FRAME:
            throw Misuse("retry is for the actions of a transaction, not for " +
                         std::string(name(info(entry).type)));
        default:
            if (RtsCode::runs_code(entry)) cap.thread->drop();
        }
        cap.frames.pop(Frames::words(top));
    }
}

}  // namespace trav::ghc::rts
