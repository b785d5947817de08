// trav/ghc/machine/async_exceptions.hpp: exceptions from outside a thread: from another thread, or because
// nothing can wake the thread any more.
//
//     Ref const t = m.fork(worker(m, in, out));
//     co_await m.kill_thread(t);
//
// Offers functions that raise them. Raising removes the thread's frames up to a CATCH_FRAME. Each thunk that
// was under evaluation there becomes an AP_STACK (ap_stacks.hpp); the next thread that needs its value
// resumes the evaluation. Transactions are discarded. O(frames). A thread that masks exceptions (masks.hpp)
// receives them later, when `deliver` finds that it can; until then the throwing thread waits.
#pragma once

#include "ap_stacks.hpp"
#include "primops.hpp"
#include "stm.hpp"

#include <stdexcept>

namespace trav::ghc::rts {

/// Unblocks the thread and removes its entry from the queue that it waits in.
inline void stop_waiting(Capability& cap, Closure* tso) {
    Heap& heap = cap.heap;
    Closure* const on = untag(as<Tso>(tso)->block_info);
    switch (as<Tso>(tso)->why_blocked) {
    case WhyBlocked::NotBlocked: return;
    case WhyBlocked::MVar:
    case WhyBlocked::MVarRead: {
        auto* const mvar = as<MVar>(on);
        Closure *before = nullptr, *entry = untag(mvar->head);
        while (untag(as<MVarTsoQueue>(entry)->tso) != tso)
            before = std::exchange(entry, untag(as<MVarTsoQueue>(entry)->link));
        Closure* const link = as<MVarTsoQueue>(entry)->link;
        (before ? as<MVarTsoQueue>(before)->link : mvar->head) = link;
        if (untag(mvar->tail) == entry) mvar->tail = before ? before : link;
        break;
    }
    case WhyBlocked::BlackHole: {
        auto* const message = as<MessageBlackHole>(on);
        Closure** at = &as<BlockingQueue>(untag(as<Ind>(message->bh)->indirectee))->queue;
        while (untag(*at) != on) at = &as<MessageBlackHole>(untag(*at))->link;
        *at = message->link;
        break;
    }
    case WhyBlocked::MsgThrowTo: done_with(cap, on); break;
    case WhyBlocked::Delay: stop_sleeping(cap.heap, tso); break;
    case WhyBlocked::STM: break;  // aborting its transaction removes it from the queues
    default: throw std::logic_error("ghc machine: a thread waits for what the machine does not have");
    }
    unblock(heap, tso);
}

/// If the topmost frame evaluates a closure, pops the frame and returns the closure; else returns dummy_ret.
inline Closure* take_what_is_next(Capability& cap) {
    Word* const top = cap.frames.top();
    Entry const* const entry = *reinterpret_cast<Entry const**>(top);
    if (!RtsCode::is_own(entry)) return cap.code.dummy_ret();
    Return const what = RtsCode::what(entry);
    if (what != Return::enter && what != Return::enter_again) return cap.code.dummy_ret();
    Closure* const next = *pointers_of(top);
    cap.frames.pop(2);
    return next;
}

/// Removes the current thread's frames above `end` and destroys their suspended code.
inline void drop_frames(Capability& cap, Word const* end) {
    for (Word* at = cap.frames.sp(); at != end; at += Frames::words(at))
        if (RtsCode::runs_code(*reinterpret_cast<Entry const**>(at))) cap.thread->drop();
    cap.frames.pop(static_cast<std::size_t>(end - cap.frames.sp()));
}

/// Removes the current thread's frames up to the one that catches; returns false if none does. Without an
/// exception, removes them up to an ATOMICALLY_FRAME.
inline bool strip(Capability& cap, Closure* exception) {
    Heap& heap = cap.heap;
    for (Closure* fun = take_what_is_next(cap);;) {
        Word* frame = cap.frames.sp();
        for (; !ends_evaluation(frame) || (!exception && catches(frame)); frame += Frames::words(frame))
            if (is_enclosed_transaction(frame)) abort_transaction(cap);
        auto* const header = reinterpret_cast<Closure*>(frame);
        switch (type(header)) {
        case ClosureType::UPDATE_FRAME:
            heap.set_ccs(header->ccs);
            fun = freeze(cap, cap.code.ap_stack, fun, frame);
            cap.frames.pop(words_of<UpdateFrame>);
            update(cap, reinterpret_cast<UpdateFrame*>(frame)->updatee, fun);
            break;
        case ClosureType::UNDERFLOW_FRAME:
            fun = freeze(cap, cap.code.ap_stack_noupd, fun, frame);
            cap.frames.top();
            break;
        case ClosureType::ATOMICALLY_FRAME:
            abort_transaction(cap);
            drop_frames(cap, frame);
            heap.set_ccs(header->ccs);
            if (!exception) return true;
            fun = heap.make(cap.code.atomically, {reinterpret_cast<AtomicallyFrame*>(frame)->code}, {});
            cap.frames.pop(words_of<AtomicallyFrame>);
            break;
        case ClosureType::CATCH_FRAME:
            drop_frames(cap, frame);
            heap.set_ccs(header->ccs);
            as<Tso>(cap.thread->tso)->flags |= tso_flag::blockex;  // until the handler has started
            push_frame(cap, Return::enter_again, heap.make(cap.code.raise, {exception}, {}));
            return true;
        default: drop_frames(cap, frame); return false;
        }
    }
}

/// Restarts the current thread's transaction; thunks under evaluation in it keep their progress.
inline void start_again(Capability& cap) {
    strip(cap, nullptr);
    auto const* const frame = reinterpret_cast<AtomicallyFrame*>(cap.frames.top());
    run_in_transaction(cap, frame, frame->code);
}

/// Raises an exception in a parked thread: its next step is on its stack.
inline void raise_async(Capability& cap, Thread& thread, Closure* exception) {
    CostCentreStack* const mine = cap.heap.ccs();
    bool caught = false;
    on_stack_of(cap, thread, [&] {
        stop_waiting(cap, thread.tso);
        cap.heap.set_ccs(as<Tso>(thread.tso)->cccs);
        caught = strip(cap, exception);
    });
    cap.heap.set_ccs(mine);
    if (!caught) uncaught(cap, thread, exception);
}

/// Blocks the current thread until another one has received its exception.
inline void wait_for_delivery(Capability& cap, Closure* target, Closure* exception) {
    Heap& heap = cap.heap;
    Closure*& list = as<Tso>(target)->blocked_exceptions;
    Closure* const message =
        for_system(heap, [&] { return heap.msg_throwto(list, cap.thread->tso, target, exception); });
    list = message;
    Closure** const at = pointers_of(cap.frames.push(cap.code.frame(Return::throw_to, 2), 3));
    at[0] = target, at[1] = exception;
    block(cap, WhyBlocked::MsgThrowTo, message);
}

/// Delivers the first exception pending for the thread, if the thread can receive one now.
inline void deliver(Capability& cap, Thread& thread) {
    if (!receives(thread.tso)) return;
    Closure* const message = next_message(cap, thread.tso);
    if (!message) return;
    raise_async(cap, thread, as<MessageThrowTo>(message)->exception);
    wake_thrower(cap, message);
}

/// Raises the second argument in the thread given by the first, unless that thread has ended.
inline void throw_to(Capability& cap) {
    auto const target = cap.threads.find(as<Tso>(cap.registers.arguments[0])->id);
    Closure* const exception = cap.registers.arguments[1];
    cap.registers.give_back(cap.code.unit());
    if (target == cap.threads.end()) return;
    if (&target->second == cap.thread) park(cap);
    else if (!receives(target->second.tso)) return wait_for_delivery(cap, target->second.tso, exception);
    raise_async(cap, target->second, exception);
}

}  // namespace trav::ghc::rts
