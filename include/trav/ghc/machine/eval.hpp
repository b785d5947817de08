// trav/ghc/machine/eval.hpp: entry code on the mock heap: coroutines that return Eval.
//
//     Eval step(Machine& m, Ref acc, Ref x) {                 // step (Acc t c) x = ...
//         Ref const a = co_await acc;                         //   case acc of Acc t c -> ...
//         ...
//         co_return m.con("Acc", t, c);
//     }
//
//     co_await x                      the value of x
//     co_await step(m, acc, x)        the value of a call
//     co_await m.call(f, x)           the value of a call of an unknown function
//     co_return ...                   any of these as a tail call: ends this evaluation first
//
// If a `co_await` must wait, it writes the live variables into a frame of the thread's STACK and reads them
// back afterwards; in between they are only there. So evaluation does not recurse in C++, and the collector
// and traversals see the same stack as in GHC. A suspended evaluation costs its frame and the coroutine's
// state: about 150 bytes plus its variables.
#pragma once

#include "function_values.hpp"
#include "ref.hpp"
#include "registers.hpp"

#include <concepts>
#include <type_traits>

namespace trav::ghc {

class Machine;

/// The evaluation of an expression, not yet started.
class [[nodiscard]] Eval {
  public:
    class promise_type;
    using Handle = std::coroutine_handle<promise_type>;

    explicit Eval(Handle handle) : handle_(handle) {}
    Eval(Eval&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Eval& operator=(Eval&&) = delete;
    ~Eval() {
        if (handle_) handle_.destroy();
    }
    /// Whether it was not moved.
    explicit operator bool() const { return static_cast<bool>(handle_); }
    /// Releases the coroutine; the caller must destroy it.
    Handle release() { return std::exchange(handle_, nullptr); }

  private:
    Handle handle_;
};

/// The state of entry code: its variables and its cost-centre stack.
class Eval::promise_type {
  public:
    /// Adopts the variables among the parameters.
    template <class... A>
    explicit promise_type(Registers& registers, A&... parameters)
        : registers_(registers), ccs_(registers.heap.ccs()) {
        (adopt(parameters), ...);
    }
    /// Likewise for lambdas, which are parameters of their own coroutines.
    template <class Lambda, class... A>
    promise_type(Lambda const&, Registers& registers, A&... parameters)
        : promise_type(registers, parameters...) {}

    Eval get_return_object() { return Eval(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() const noexcept { return {}; }
    std::suspend_always final_suspend() const noexcept { return {}; }
    void unhandled_exception() { registers_.fail(std::current_exception()); }

    template <class X>
    void return_value(X&& x) {
        using T = std::remove_cvref_t<X>;
        // GHC's code enters a variable in tail position, even if its pointer has a tag
        if constexpr (std::derived_from<T, Ref> && !std::same_as<T, Built>)
            if (x && is_constructor(type(x.closure()))) registers_.heap.used(x.closure());
        if (!proceed(std::forward<X>(x)))
            registers_.give_back(rts::keep_stack(registers_.heap, registers_.node));
    }

    struct Awaiter {
        promise_type& self;
        bool waits, looks, variable;
        bool await_ready() const noexcept { return !waits; }
        void await_suspend(std::coroutine_handle<>) const noexcept {}
        Ref await_resume() const {
            Registers& registers = self.registers_;
            if (variable) registers.node = rts::keep_stack(registers.heap, registers.node);
            if (looks) registers.look();
            return Ref(self.refs_, registers.node);
        }
    };
    template <class X>
    Awaiter await_transform(X&& x) {
        using T = std::remove_cvref_t<X>;
        return {*this, proceed(std::forward<X>(x)), !std::same_as<T, Operation>, std::derived_from<T, Ref>};
    }

    /// The live variables.
    Refs& refs() { return refs_; }
    /// The cost-centre stack to resume with; after the code has stopped, the one for the next step.
    CostCentreStack*& ccs() { return ccs_; }
    /// The info pointer of the closure that this code belongs to, or its caller belongs to.
    Entry const*& code() { return code_; }

  private:
    void adopt(Ref const& ref) { refs_.adopt(ref); }
    void adopt(Self const& ref) { refs_.adopt(ref); }
    template <class A>
    void adopt(A const&) {}

    // sets the machine's next step; returns false if the value is already available
    bool proceed(Closure* pointer) {
        ccs_ = registers_.heap.ccs();
        if (Closure* const value = rts::value_of(registers_.heap, pointer))
            return registers_.give_back(value), false;
        return registers_.enter(pointer), true;
    }
    bool proceed(Ref const& x) { return proceed(x.pointer()); }
    bool proceed(Ref&& x) { return proceed(std::move(x).take()); }
    bool proceed(Eval&& callee) {
        ccs_ = registers_.heap.ccs();
        Handle const handle = rts::given("co_await", callee).release();
        handle.promise().code_ = code_;
        return registers_.run(handle), true;
    }
    bool proceed(Call&& call) {
        ccs_ = registers_.heap.ccs();
        return registers_.apply(std::move(call)), true;
    }
    bool proceed(Operation&& operation) {
        ccs_ = registers_.heap.ccs();
        return registers_.perform(std::move(operation)), true;
    }

    Registers& registers_;
    CostCentreStack* ccs_;
    Entry const* code_ = nullptr;
    Refs refs_;
};

}  // namespace trav::ghc
