// trav/ghc/machine/operations.hpp: Operations, the results that entry code must await: applications, and
// primitive operations that may wait, raise an exception or run an action.
//
//     Ref const value = co_await m.take(mvar);
//     co_await m.put(mvar, value);
#pragma once

#include "async_exceptions.hpp"
#include "exceptions.hpp"
#include "masks.hpp"
#include "primops.hpp"
#include "stm.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace trav::ghc {

/// The functions of Machine for `co_await`.
class Operations {
  public:
    /// The registers that entry code uses. (Eval's promise needs this conversion.)
    operator Registers&() { return cap_.registers; }

    /// The heap that the program runs on.
    Heap& heap() { return cap_.heap; }
    Heap const& heap() const { return cap_.heap; }

    /// The value `()`.
    Ref unit() { return cap_.ref(cap_.code.unit()); }

    /// Applies a closure that evaluates to a function.
    template <class F, class... A>
    Call call(F&& function, A&&... arguments) {
        return {given("call", std::forward<F>(function)), {given("call", std::forward<A>(arguments))...}};
    }
    /// Returns x unevaluated: `return x` of an action. (`co_return x` returns the value of x.)
    Operation pure(Ref const& x) {
        return {[](Capability& cap) { cap.registers.give_back(cap.registers.arguments[0]); },
                {given("pure", x)}};
    }
    /// Waits until the MVar is full, then empties it.
    Operation take(Ref const& mvar) { return {rts::take_mvar, {checked_mvar("take", mvar)}}; }
    /// Waits until the MVar is full, and leaves it so. (Control.Concurrent.MVar.readMVar)
    Operation read_mvar(Ref const& mvar) { return {rts::read_mvar, {checked_mvar("read_mvar", mvar)}}; }
    /// Waits until the MVar is empty, then fills it.
    Operation put(Ref const& mvar, Ref const& value) {
        return {rts::put_mvar, {checked_mvar("put", mvar), given("put", value)}};
    }
    /// Sleeps while others run. If all sleep, time passes that is no running time.
    /// (Control.Concurrent.threadDelay)
    Operation thread_delay(std::uint64_t microseconds) {
        running().wakes = cap_.clock.now() + cap_.clock.steps_in(microseconds);
        return {rts::sleep, {}};
    }
    /// Lets the other threads run.
    Operation yield() { return {rts::yield, {}}; }
    /// Performs a major collection. (System.Mem.performMajorGC)
    Operation perform_major_gc() { return {rts::perform_major_gc, {}}; }
    /// Has no value: evaluation continues with the handler of the innermost catch_exception.
    /// (Control.Exception.throw)
    Operation raise(Ref const& exception) { return {rts::raise, {given("raise", exception)}}; }
    /// The value of x; if an exception ends its evaluation, the value of the handler, a function, applied to
    /// the exception.
    Operation catch_exception(Ref const& x, Ref const& handler) {
        return {rts::catch_exception, {given("catch_exception", x), given("catch_exception", handler)}};
    }
    /// Likewise runs an action, a function of `()`. (Control.Exception.catch)
    Operation catch_action(Ref const& action, Ref const& handler) {
        return {rts::catch_action, {given("catch_action", action), given("catch_action", handler)}};
    }
    /// Raises an exception in a thread, whatever it is doing; its evaluations can be resumed later.
    /// (Control.Exception.throwTo)
    Operation throw_to(Ref const& thread, Ref const& exception) {
        return {rts::throw_to, {checked_thread("throw_to", thread), given("throw_to", exception)}};
    }
    /// Runs an action, a function of `()`, with asynchronous exceptions masked except while it is blocked.
    /// (Control.Exception.mask_)
    template <class F>
    Operation mask(F&& action) {
        return {rts::mask, {given("mask", std::forward<F>(action))}};
    }
    /// Runs an action in the given state. (Control.Exception.mask passes such a function to its argument.)
    template <class F>
    Operation with_masking(MaskingState state, F&& action) {
        static constexpr void (*run[])(Capability&) = {rts::run_masked<MaskingState::Unmasked>,
                                                       rts::run_masked<MaskingState::MaskedInterruptible>,
                                                       rts::run_masked<MaskingState::MaskedUninterruptible>};
        return {run[static_cast<std::size_t>(state)], {given("with_masking", std::forward<F>(action))}};
    }
    /// The masking state of the current thread. (Control.Exception.getMaskingState)
    MaskingState masking_state() const { return rts::masking(running().tso); }
    /// (Control.Concurrent.killThread)
    Operation kill_thread(Ref const& thread) {
        return {rts::throw_to, {checked_thread("kill_thread", thread), cap_.code.thread_killed()}};
    }

    // -- transactions (Control.Concurrent.STM); an action is a function of `()`

    /// Runs an action as a transaction: it reads as if no other thread ran meanwhile, and other threads see
    /// either all of its writes or none.
    Operation atomically(Ref const& action) { return {rts::atomically, {given("atomically", action)}}; }
    Operation read_tvar(Ref const& tvar) { return {rts::read_tvar, {checked_tvar("read_tvar", tvar)}}; }
    Operation write_tvar(Ref const& tvar, Ref const& value) {
        return {rts::write_tvar, {checked_tvar("write_tvar", tvar), given("write_tvar", value)}};
    }
    /// Has no value: the transaction waits until a variable that it has read changes, then starts again.
    Operation retry() { return {rts::retry, {}}; }
    /// Runs the first action; if it retries, discards its effects and runs the second.
    Operation or_else(Ref const& first, Ref const& second) {
        return {rts::catch_retry, {given("or_else", first), given("or_else", second)}};
    }
    /// Runs the action; if an exception ends it, discards its effects and applies the handler, a function, to
    /// the exception.
    Operation catch_stm(Ref const& action, Ref const& handler) {
        return {rts::catch_stm, {given("catch_stm", action), given("catch_stm", handler)}};
    }

  protected:
    Operations(Machine& machine, MachineOptions const& options) : cap_(machine, options) {}

    Thread& running() const {
        if (!cap_.thread) throw Misuse("no thread is running");
        return *cap_.thread;
    }

    // -- operands: an operation refuses others with a sentence

    template <class... Types>
    Closure* operand(char const* operation, char const* what, Ref const& r, Types... types) {
        return rts::operand(cap_.heap, operation, what, r.pointer(), types...);
    }
    Closure* checked_mvar(char const* operation, Ref const& r) {
        return operand(operation, "MVar", r, ClosureType::MVAR_CLEAN, ClosureType::MVAR_DIRTY);
    }
    Closure* checked_tvar(char const* operation, Ref const& r) {
        return operand(operation, "TVar", r, ClosureType::TVAR);
    }
    Closure* checked_thread(char const* operation, Ref const& r) {
        return operand(operation, "thread", r, ClosureType::TSO);
    }

    static Closure* given(char const* operation, Ref const& r) { return rts::given(operation, r).pointer(); }
    static Closure* given(char const* operation, Ref&& r) {
        return rts::given(operation, std::move(r)).take();
    }

    Capability cap_;
};

}  // namespace trav::ghc
