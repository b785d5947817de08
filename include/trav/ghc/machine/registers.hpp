// trav/ghc/machine/registers.hpp: the machine's next action and its operands.
//
// Offers Registers. Entry code uses the registers only through `co_await` and `co_return`. Nothing here
// allocates on the heap.
#pragma once

#include "../heap/heap.hpp"
#include "misuse.hpp"

#include <coroutine>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace trav::ghc {

struct Capability;

/// A call of a function known only as a value; must be awaited at once.
struct [[nodiscard("nothing happens until it is awaited")]] Call {
    Closure* function;
    std::vector<Closure*> arguments;
};

/// An operation of the machine that may take a while, such as collecting or waiting for another thread; must
/// be awaited at once. Its arguments are in the registers when it is performed.
struct [[nodiscard("nothing happens until it is awaited")]] Operation {
    void (*perform)(Capability&);
    std::vector<Closure*> arguments;
};

struct Registers {
    enum class Do { nothing, enter, apply, run, perform, give_back };

    explicit Registers(Heap& of) : heap(of) {}
    Registers(Registers const&) = delete;
    Registers& operator=(Registers const&) = delete;

    /// Next, evaluates the closure.
    void enter(Closure* c) { todo = Do::enter, node = c; }
    /// Next, returns a value to the topmost frame of the stack.
    void give_back(Closure* value) { todo = Do::give_back, node = value; }
    /// Next, runs entry code.
    void run(std::coroutine_handle<> code) { todo = Do::run, callee = code; }
    void apply(Call&& call) {
        todo = Do::apply, node = std::exchange(call.function, nullptr);
        arguments = std::move(call.arguments);
    }
    void perform(Operation&& next) {
        todo = Do::perform, operation = std::exchange(rts::given("co_await", next.perform), nullptr);
        arguments = std::move(next.arguments);
    }
    /// Ends the program with an error.
    void fail(std::exception_ptr error) { todo = Do::nothing, failure = std::move(error); }

    /// Called when entry code looks at the value that it awaited.
    void look() const {
        if (every_use && (flags(type(untag(node))) & flag::hnf) != 0) heap.used(untag(node));
    }

    Heap& heap;
    Do todo = Do::nothing;
    Closure* node = nullptr;  ///< the operand of `todo`; after give_back, the awaited value
    std::vector<Closure*> arguments;
    std::coroutine_handle<> callee;
    void (*operation)(Capability&) = nullptr;
    std::exception_ptr failure;
    /// Whether looking at a value counts as using it. GHC's code finds a value by the pointer's tag and does
    /// not enter the object, so it only uses the objects that it enters: functions, thunks, and constructors
    /// behind untagged pointers.
    bool every_use = false;
};

namespace rts {

/// Whether a thread is currently evaluating the blackhole's expression.
inline bool under_evaluation(Closure const* blackhole) {
    Closure const* const owner = as<Ind>(blackhole)->indirectee;
    return tag(owner) == 0 && (type(owner) == ClosureType::TSO || type(owner) == ClosureType::BLOCKING_QUEUE);
}

/// Whether a pointer, without indirections, leads to a value.
inline bool is_value(Closure const* pointer) {
    return tag(pointer) != 0 || (flags(type(pointer)) & flag::hnf) != 0;
}

/// The value behind a pointer, tagged; null if it must be evaluated.
inline Closure* value_of(Heap& heap, Closure* pointer) {
    using enum ClosureType;
    for (;;) {
        Closure* const c = untag(pointer);
        if (tag(pointer) != 0) return pointer;
        if (!c) refuse_empty("evaluation");
        switch (type(c)) {
        case IND_STATIC:
        case IND:  // its code enters the value, whatever the pointer's tag is
            pointer = as<Ind>(c)->indirectee;
            if (is_constructor(type(untag(pointer)))) heap.used(untag(pointer));
            continue;
        case BLACKHOLE:
            if (under_evaluation(c)) return nullptr;
            pointer = as<Ind>(c)->indirectee;
            continue;
        default:
            if ((flags(type(c)) & flag::thunk) != 0) return nullptr;
            if (is_constructor(type(c))) heap.used(c);  // its entry code runs
            return tagged(c);
        }
    }
}

/// The operand of an operation, which must have one of these types.
template <class... Types>
Closure* operand(Heap& heap, char const* operation, char const* what, Closure* pointer, Types... types) {
    Closure* const value = value_of(heap, given(operation, pointer));
    Closure* const c = untag(value ? value : pointer);
    if (((type(c) != types) && ...))
        throw Misuse(std::string(operation) + ": " + std::string(description(c)) + " is no " + what);
    return c;
}

}  // namespace rts
}  // namespace trav::ghc
