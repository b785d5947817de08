// trav/ghc/machine/evaluator.hpp: evaluation on the mock heap, step by step: GHC's eval/apply.
//
// Offers Evaluator: one step of the thread whose stack is selected. A step enters a closure, applies a function, gives a
// value back to the frame on top, or runs entry code up to its next `co_await`. No step recurses; each costs O(1) but for
// the variables that entry code keeps. Thunks are blackholed when they are entered and updated when their value is there.
#pragma once

#include "entry_code.hpp"
#include "exceptions.hpp"
#include "ticky.hpp"

namespace trav::ghc {

/// An expression needs its own value. (GHC: <<loop>>.)
struct NonTermination : std::runtime_error {
    NonTermination() : std::runtime_error("ghc machine: <<loop>>: an expression needs its own value") {}
};

class Evaluator : public Exceptions {
  public:
    using Exceptions::Exceptions;

    /// How often each kind of closure was entered and allocated.
    Ticky& ticky() { return ticky_; }

  protected:
    /// What the thread was about to do when it was parked, or became able to.
    void unpark() {
        frames_.select(thread_->tso);
        heap_.set_ccs(as<Tso>(thread_->tso)->cccs);
        give_back(nullptr);
        Entry const* const entry = *reinterpret_cast<Entry const**>(frames_.top());
        if (is_ours(entry) && !runs_code(entry)) do_give_back();
    }

    void step(Machine& machine) {
        switch (todo_) {
        case Do::nothing: break;
        case Do::enter: do_enter(machine); break;
        case Do::apply: do_apply(machine); break;
        case Do::run: do_run(Eval::Handle::from_address(callee_.address())); break;
        case Do::perform: operation_(*this); break;
        case Do::give_back: do_give_back(); break;
        }
    }

    virtual void wait_for(Closure* blackhole) = 0;
    virtual void finished() = 0;

  private:
    void entered(Closure* c) {
        ticky_.entered(c->info);
        heap_.used(c);
    }

    void do_enter(Machine& machine) {
        Closure* c = untag(node_);
        if (Closure* const value = value_of(node_)) return give_back(value);
        while (type(c) == ClosureType::IND || type(c) == ClosureType::IND_STATIC ||
               (type(c) == ClosureType::BLACKHOLE && !under_evaluation(c)))
            c = untag(as<Ind>(c)->indirectee);
        if (type(c) == ClosureType::BLACKHOLE) return wait_for(c);
        entered(c);
        if (raises(c)) return raise_again(c);
        if (type(c) == ClosureType::AP) {
            Call call{as<Ap>(c)->fun,
                      {pointers_after(as<Ap>(c)), pointers_after(as<Ap>(c)) + as<Ap>(c)->n_args}};
            evaluate(c);
            return apply(std::move(call));
        }
        if (type(c) == ClosureType::THUNK_SELECTOR) {
            Refs list;
            Eval code = select(*this, Ref(list, as<Selector>(c)->selectee), info(c).layout.selector);
            evaluate(c);
            return run(code.release());
        }
        EntryCode const* const code = EntryCode::of(c->info);
        if (!code)
            throw std::logic_error("ghc machine: " + std::string(description(c)) + " has no code to enter");
        heap_.set_ccs(c->ccs);
        Eval::Handle const callee = (*code)(machine, c, nullptr).release();
        callee.promise().code() = c->info;
        evaluate(c);
        run(callee);
    }

    static Eval select(Evaluator&, Ref record, Word field) {
        Ref const value = co_await record;
        co_return value[field];
    }

    void do_apply(Machine& machine) {
        Closure* const f = value_of(node_);
        if (!f) {
            push_application();
            return enter(node_);
        }
        Closure* c = untag(f);
        if (type(c) == ClosureType::PAP) {
            entered(c);
            heap_.set_ccs(heap_.cost_centres().enter_function(heap_.ccs(), c->ccs));
            auto* const pap = as<Pap>(c);
            arguments_.insert(arguments_.begin(), pointers_after(pap), pointers_after(pap) + pap->n_args);
            c = untag(pap->fun);
        }
        EntryCode const* const code = is_function(type(c)) ? EntryCode::of(c->info) : nullptr;
        if (!code)
            throw std::logic_error("ghc machine: " + std::string(description(c)) +
                                   " is applied, but it is no function");
        std::size_t const arity = code->arity();
        if (arguments_.size() < arity) {
            std::vector<Slot> const bound(arguments_.begin(), arguments_.end());
            return give_back(heap_.pap(c, bound));
        }
        if (arguments_.size() > arity) push_application(arity);
        entered(c);
        if (!heap_.is_static(c)) heap_.set_ccs(heap_.cost_centres().enter_function(heap_.ccs(), c->ccs));
        Eval::Handle const callee = (*code)(machine, c, arguments_.data()).release();
        callee.promise().code() = c->info;
        run(callee);
    }

    void do_run(Eval::Handle code) {
        heap_.set_ccs(code.promise().ccs());
        todo_ = Do::nothing;
        refs_ = &code.promise().refs();
        ticky_.runs(code.promise().code());
        code.resume();
        ticky_.runs(nullptr);
        refs_ = &refs_of_host_;
        CostCentreStack* const after = code.promise().ccs();
        if (code.done()) code.destroy();
        else suspend(code);
        heap_.set_ccs(after);
    }

    void do_give_back() {
        Word* const top = frames_.top();
        Entry const* const entry = *reinterpret_cast<Entry const**>(top);
        Closure** const pointers = pointers_after_info(top);
        std::size_t const words = Frames::words(top);
        if (info(entry).type == ClosureType::UPDATE_FRAME) {
            Closure* const updatee = reinterpret_cast<UpdateFrame*>(top)->updatee;
            frames_.pop(words);
            return update(updatee, node_);
        }
        if (info(entry).type == ClosureType::CATCH_FRAME) return frames_.pop(words);
        if (info(entry).type == ClosureType::STOP_FRAME) {
            todo_ = Do::nothing;
            return finished();
        }
        switch (*reinterpret_cast<Return const*>(entry->code)) {
        case Return::run: {
            Eval::Handle const code = thread_->suspended.back();
            thread_->suspended.pop_back();
            Closure** at = pointers;
            code.promise().refs().update([&](Closure*& c) { c = *at++; });
            frames_.pop(words);
            return do_run(code);
        }
        case Return::apply: {
            Call call{node_, {pointers + 1, pointers + words - 1}};
            heap_.set_ccs(reinterpret_cast<CostCentreStack*>(top[1]));
            frames_.pop(words);
            return apply(std::move(call));
        }
        case Return::call: {
            Call call{pointers[1], {pointers + 2, pointers + words - 1}};
            heap_.set_ccs(reinterpret_cast<CostCentreStack*>(top[1]));
            frames_.pop(words);
            return apply(std::move(call));
        }
        case Return::enter: enter(*pointers); return frames_.pop(words);
        case Return::give_back: give_back(*pointers); return frames_.pop(words);
        case Return::put: throw std::logic_error("ghc machine: a blocked thread was resumed");
        }
    }

    Ticky ticky_;
};

}  // namespace trav::ghc
