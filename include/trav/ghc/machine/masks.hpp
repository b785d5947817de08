// trav/ghc/machine/masks.hpp: masking of asynchronous exceptions.
//
//     co_await m.mask(m.fun("critical", critical, v));  // mask_ (critical v)
//
// Offers MaskingState, and functions that run an action in a given state. The flags of a thread's TSO contain
// the state; a frame on its stack restores the previous one. Exceptions pending for a thread are MSG_THROWTOs
// in its TSO, the latest first, as in GHC; the throwing threads wait. They are delivered if the thread
// unmasks or blocks (async_exceptions.hpp: deliver); if it ends, the throwing threads continue. O(1) each.
#pragma once

#include "threads.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::ghc {

/// Whether asynchronous exceptions are masked: never, unless the thread is blocked, always.
enum class MaskingState : std::uint8_t { Unmasked, MaskedInterruptible, MaskedUninterruptible };

namespace rts {

/// The two flags of a thread that encode its masking state.
inline constexpr std::uint32_t masks = tso_flag::blockex | tso_flag::interruptible;

/// The state in these flags.
inline MaskingState masking(Word flags) {
    using enum MaskingState;
    if ((flags & tso_flag::blockex) == 0) return Unmasked;
    return (flags & tso_flag::interruptible) != 0 ? MaskedInterruptible : MaskedUninterruptible;
}
inline MaskingState masking(Closure* tso) { return masking(as<Tso>(tso)->flags); }

inline void set_masking(Closure* tso, MaskingState state) {
    static constexpr std::uint32_t flags[] = {0, masks, tso_flag::blockex};
    as<Tso>(tso)->flags = (as<Tso>(tso)->flags & ~masks) | flags[static_cast<std::size_t>(state)];
}

/// The state that `mask` enters from the given one.
inline MaskingState masked(MaskingState state) {
    return state == MaskingState::Unmasked ? MaskingState::MaskedInterruptible : state;
}

/// Whether the thread receives an exception immediately.
inline bool receives(Closure* tso) {
    if (masking(tso) != MaskingState::MaskedInterruptible) return masking(tso) == MaskingState::Unmasked;
    using enum WhyBlocked;
    WhyBlocked const why = as<Tso>(tso)->why_blocked;
    return why == WhyBlocked::MVar || why == MVarRead || why == STM || why == Delay || why == MsgThrowTo;
}

/// Whether an exception is pending for the thread.
inline bool is_awaited(Capability& cap, Closure* tso) {
    return untag(as<Tso>(tso)->blocked_exceptions) != cap.heap.end_tso_queue();
}

/// Sets the current thread's state. Ends its turn if it can now receive pending exceptions.
inline void change_masking(Capability& cap, MaskingState state) {
    Closure* const tso = cap.thread->tso;
    set_masking(tso, state);
    if (state == MaskingState::Unmasked && is_awaited(cap, tso)) park(cap);
}

/// The return address that restores a state.
inline Entry const* restoring(Capability& cap, MaskingState state) {
    return cap.code.frame(static_cast<Return>(static_cast<int>(Return::unmask) + static_cast<int>(state)), 0);
}

/// Applies the first argument to `()` in that state.
inline void run_masked(Capability& cap, MaskingState state) {
    MaskingState const before = masking(cap.thread->tso);
    cap.registers.apply({cap.registers.arguments[0], {cap.code.unit()}});
    if (state == before) return;
    // in tail position, pop a frame that restores this state anyway, so that the stack does not grow
    if (*reinterpret_cast<Entry const**>(cap.frames.top()) == restoring(cap, state)) cap.frames.pop(1);
    else cap.frames.push(restoring(cap, before), 1);
    change_masking(cap, state);
}
template <MaskingState state>
void run_masked(Capability& cap) {
    run_masked(cap, state);
}
/// Likewise with exceptions masked, unless they already are. (Control.Exception.mask_)
inline void mask(Capability& cap) { run_masked(cap, masked(masking(cap.thread->tso))); }

/// A new thread with the masking state of the current one.
inline Thread& fork_masked(Capability& cap, Eval code) {
    std::uint32_t const flags = cap.thread ? as<Tso>(cap.thread->tso)->flags & masks : 0;
    Thread& thread = fork(cap, std::move(code));
    as<Tso>(thread.tso)->flags = flags;
    return thread;
}

/// Likewise on the given capability, where the thread stays. (GHC: forkOn#)
inline Thread& fork_on(Capability& cap, std::size_t capability, Eval code) {
    Thread& thread = fork_masked(cap, std::move(code));
    as<Tso>(thread.tso)->flags |= tso_flag::locked;
    cap.heap.migrate(thread.tso, capability % cap.heap.capabilities());
    return thread;
}

/// Marks a message as done. Its entry in the target's list is skipped later.
inline void done_with(Capability& cap, Closure* message) {
    Closure* const link = as<MessageThrowTo>(message)->link;
    cap.heap.overwrite(message, cap.code.msg_null);
    as<MessageThrowTo>(message)->link = link;
}

/// Removes and returns the next message pending for the thread; null if there is none.
inline Closure* next_message(Capability& cap, Closure* tso) {
    Closure*& list = as<Tso>(tso)->blocked_exceptions;
    while (is_awaited(cap, tso)) {
        Closure* const message = untag(std::exchange(list, as<MessageThrowTo>(untag(list))->link));
        if (message->info != cap.code.msg_null) return message;
    }
    return nullptr;
}

/// Resumes a thread whose exception has been delivered.
inline void wake_thrower(Capability& cap, Closure* message) {
    Closure* const source = as<MessageThrowTo>(message)->source;
    done_with(cap, message);
    on_stack_of(cap, thread_of(cap, source), [&] { cap.frames.pop(3); });
    unblock(cap.heap, source);
}

/// Ends the thread; threads that wait to throw to it continue.
inline void finish(Capability& cap, Thread& thread) {
    while (Closure* const message = next_message(cap, thread.tso)) wake_thrower(cap, message);
    kill(cap, thread);
}

}  // namespace rts
}  // namespace trav::ghc
