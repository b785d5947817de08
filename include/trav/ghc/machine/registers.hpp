// trav/ghc/machine/registers.hpp: what the machine does next, and with what.
//
// Offers Registers: the action that comes next and its operands. Entry code reaches them through `co_await`
// and `co_return` only. Nothing here allocates on the heap.
#pragma once

#include "../heap/heap.hpp"

#include <coroutine>
#include <exception>
#include <utility>
#include <vector>

namespace trav::ghc {

struct Capability;

/// A call of a function that is known only as a value; to be awaited at once.
struct Call {
    Closure* function;
    std::vector<Closure*> arguments;
};

/// Something that the machine does and that may take a while: to collect, to wait for another thread; to be
/// awaited at once. Its arguments are in the registers when it is performed.
struct Operation {
    void (*perform)(Capability&);
    std::vector<Closure*> arguments;
};

struct Registers {
    enum class Do { nothing, enter, apply, run, perform, give_back };

    explicit Registers(Heap& of) : heap(of) {}
    Registers(Registers const&) = delete;
    Registers& operator=(Registers const&) = delete;

    /// Next, evaluates what the pointer leads to.
    void enter(Closure* c) { todo = Do::enter, node = c; }
    /// Next, gives a value back to the frame on top of the stack.
    void give_back(Closure* value) { todo = Do::give_back, node = value; }
    /// Next, runs entry code.
    void run(std::coroutine_handle<> code) { todo = Do::run, callee = code; }
    void apply(Call call) {
        todo = Do::apply, node = call.function;
        arguments = std::move(call.arguments);
    }
    void perform(Operation next) {
        todo = Do::perform, operation = next.perform;
        arguments = std::move(next.arguments);
    }
    /// The program is over.
    void fail(std::exception_ptr error) { todo = Do::nothing, failure = std::move(error); }

    /// Entry code looks at the value that it asked for.
    void look() const {
        if (every_use && (flags(type(untag(node))) & flag::hnf) != 0) heap.used(untag(node));
    }

    Heap& heap;
    Do todo = Do::nothing;
    Closure* node = nullptr;  ///< what todo is done with; after give_back, the value that was asked for
    std::vector<Closure*> arguments;
    std::coroutine_handle<> callee;
    void (*operation)(Capability&) = nullptr;
    std::exception_ptr failure;
    /// Whether looking at a value counts as a use of it. GHC's code looks through the pointer's tag and does
    /// not enter the object, so that only what is entered is used: functions, thunks, constructors behind
    /// pointers without a tag.
    bool every_use = false;
};

namespace rts {

/// Whether some thread is evaluating the blackhole's expression right now.
inline bool under_evaluation(Closure const* blackhole) {
    Closure const* const owner = as<Ind>(blackhole)->indirectee;
    return tag(owner) == 0 && (type(owner) == ClosureType::TSO || type(owner) == ClosureType::BLOCKING_QUEUE);
}

/// The value that a pointer leads to, tagged; null if it has to be evaluated.
inline Closure* value_of(Heap& heap, Closure* pointer) {
    using enum ClosureType;
    for (;;) {
        Closure* const c = untag(pointer);
        if (tag(pointer) != 0) return pointer;
        switch (type(c)) {
        case IND_STATIC:
        case IND: pointer = as<Ind>(c)->indirectee; continue;
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

}  // namespace rts
}  // namespace trav::ghc
