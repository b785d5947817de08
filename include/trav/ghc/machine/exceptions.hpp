// trav/ghc/machine/exceptions.hpp: exceptions, which end evaluations up to the frame that catches them.
//
//     Eval safe_div(Machine& m, Ref a, Ref b) {
//         Ref const y = co_await std::move(b);
//         if (y.word() == 0) co_return m.raise(m.con("DivideByZero"));
//         ...
//     co_await m.catch_exception(m.thunk("<Main.q>", safe_div, a, b), m.fun("handler", handler))
//
// Offers Exceptions. A CATCH_FRAME lies on the thread's STACK, and holds the handler, as long as evaluation below it goes on.
// Raising takes the frames above it away, one by one; each thunk that was under evaluation there is updated to GHC's `raise`,
// which raises the same exception again when it is entered.
#pragma once

#include "updates.hpp"

#include <stdexcept>

namespace trav::ghc {

/// No frame catches an exception that a program raised: the program is over.
struct UncaughtException : std::runtime_error {
    explicit UncaughtException(Closure const* raised)
        : std::runtime_error("ghc machine: uncaught exception: " + std::string(description(raised))) {}
};

class Exceptions : public Updates {
  public:
    explicit Exceptions(Options options)
        : Updates(options),
          catch_(heap_.catch_frame(heap_.end_tso_queue()).info),
          raise_(heap_.thunk_info(Code("raise").in("base:RTS"), 1)) {}

    // -- to be awaited

    /// Has no value: evaluation goes on with the handler of the innermost catch_exception. (Control.Exception.throw)
    Operation raise(Ref const& exception) {
        return {[](Registers& m) { static_cast<Exceptions&>(m).do_raise(m.arguments()[0]); },
                {exception.pointer()}};
    }
    /// The value of x or, if an exception ends its evaluation, of the handler, a function, applied to the exception.
    Operation catch_exception(Ref const& x, Ref const& handler) {
        return {[](Registers& m) { static_cast<Exceptions&>(m).do_catch(); },
                {x.pointer(), handler.pointer()}};
    }

  protected:
    /// Whether the thunk (untagged) is what an exception left.
    bool raises(Closure const* thunk) const { return thunk->info == raise_; }
    void raise_again(Closure* thunk) {
        heap_.set_ccs(thunk->ccs);
        do_raise(*pointers_after(as<Thunk>(thunk)));
    }

  private:
    void do_catch() {
        auto* const frame = reinterpret_cast<CatchFrame*>(frames_.push(catch_, words_of<CatchFrame>));
        frame->ccs = heap_.ccs();
        frame->hp = 0;
        frame->exceptions_blocked = 0;
        frame->handler = arguments_[1];
        enter(arguments_[0]);
    }

    void do_raise(Closure* exception) {
        Closure* thunk = nullptr;  // one for all that were under evaluation
        CostCentreStack* const here = heap_.ccs();
        for (;;) {
            Word* const top = frames_.top();
            Entry const* const entry = *reinterpret_cast<Entry const**>(top);
            switch (info(entry).type) {
            case ClosureType::STOP_FRAME:
                return fail(std::make_exception_ptr(UncaughtException(untag(exception))));
            case ClosureType::CATCH_FRAME: return handle(reinterpret_cast<CatchFrame*>(top), exception);
            case ClosureType::UPDATE_FRAME:
                heap_.set_ccs(here);
                if (!thunk) thunk = heap_.make(raise_, {exception}, {});
                update(reinterpret_cast<UpdateFrame*>(top)->updatee, thunk);
                break;
            default:
                if (runs_code(entry)) drop();
            }
            frames_.pop(Frames::words(top));
        }
    }
    void handle(CatchFrame* frame, Closure* exception) {
        heap_.set_ccs(frame->ccs);
        apply({frame->handler, {exception}});
        frames_.pop(words_of<CatchFrame>);
    }

    Entry const *catch_, *raise_;
};

}  // namespace trav::ghc
