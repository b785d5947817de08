// trav/ghc/machine/registers.hpp: what the machine does next, and with what.
//
// Offers Registers: the heap, the action that comes next and its operands, and what is already a value. Entry code reaches
// it through `co_await` and `co_return` only. Nothing here allocates on the heap.
#pragma once

#include "../heap/heap.hpp"

#include <coroutine>
#include <exception>
#include <utility>
#include <vector>

namespace trav::ghc {

class Registers;

/// A call of a function that is known only as a value; to be awaited at once.
struct Call {
    Closure* function;
    std::vector<Closure*> arguments;
};

/// Something that the machine does and that may take a while: to collect, to wait for another thread; to be awaited at
/// once.
struct Operation {
    void (*perform)(Registers&);
    std::vector<Closure*> arguments;
};

class Registers {
  public:
    explicit Registers(Options options) : heap_(options) {}
    Registers(Registers const&) = delete;
    Registers& operator=(Registers const&) = delete;

    /// The heap that the program runs on.
    Heap& heap() { return heap_; }
    Heap const& heap() const { return heap_; }

    /// What comes next. After `give_back`, `node` is the value that was asked for.
    enum class Do { nothing, enter, apply, run, perform, give_back };

    void enter(Closure* c) { todo_ = Do::enter, node_ = c; }
    void give_back(Closure* value) { todo_ = Do::give_back, node_ = value; }
    void run(std::coroutine_handle<> callee) { todo_ = Do::run, callee_ = callee; }
    void apply(Call call) {
        todo_ = Do::apply, node_ = call.function;
        arguments_ = std::move(call.arguments);
    }
    void perform(Operation operation) {
        todo_ = Do::perform, operation_ = operation.perform;
        arguments_ = std::move(operation.arguments);
    }
    /// The program is over.
    void fail(std::exception_ptr error) { todo_ = Do::nothing, failure_ = std::move(error); }

    Closure* node() const { return node_; }
    std::vector<Closure*> const& arguments() const { return arguments_; }

    /// Whether looking at a value counts as a use of it. GHC's code looks through the pointer's tag and does not enter
    /// the object, so that only what is entered is used: functions, thunks, constructors behind pointers without a tag.
    void count_every_use(bool every) { every_use_ = every; }

    /// Entry code looks at what it asked for.
    void look() {
        if (every_use_ && (flags(type(untag(node_))) & flag::hnf) != 0) heap_.used(untag(node_));
    }

    /// The value that a pointer leads to, tagged; null if it has to be evaluated.
    Closure* value_of(Closure* pointer) {
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
            case AP:
            case AP_STACK:
            case THUNK_SELECTOR: return nullptr;
            default:
                if (is_thunk(type(c))) return nullptr;
                if (is_constructor(type(c))) heap_.used(c);  // its entry code runs
                return tagged(c);
            }
        }
    }

    /// Whether somebody is evaluating the blackhole's expression right now.
    static bool under_evaluation(Closure const* blackhole) {
        Closure const* const owner = as<Ind>(blackhole)->indirectee;
        return tag(owner) == 0 &&
               (type(owner) == ClosureType::TSO || type(owner) == ClosureType::BLOCKING_QUEUE);
    }

  protected:
    Heap heap_;
    Do todo_ = Do::nothing;
    Closure* node_ = nullptr;
    std::vector<Closure*> arguments_;
    std::coroutine_handle<> callee_;
    void (*operation_)(Registers&) = nullptr;
    std::exception_ptr failure_;
    bool every_use_ = false;
};

}  // namespace trav::ghc
