// trav/ghc/evaluator.hpp: evaluation on the mock heap, step by step: GHC's eval/apply.
//
// Offers Evaluator: one step of the thread whose stack is selected. A step enters a closure, applies a function, gives a
// value back to the frame on top, or runs entry code up to its next `co_await`. No step recurses; each costs O(1) but for
// the variables that entry code keeps. Thunks are blackholed when they are entered and updated when their value is there.
#pragma once

#include "entry_code.hpp"
#include "frames.hpp"
#include "ticky.hpp"

#include <stdexcept>
#include <string>

namespace trav::ghc {

/// An expression needs its own value. (GHC: <<loop>>.)
struct NonTermination : std::runtime_error {
    NonTermination() : std::runtime_error("ghc machine: <<loop>>: an expression needs its own value") {}
};

class Evaluator : public Registers {
  public:
    explicit Evaluator(Options options)
        : Registers(options),
          frames_(heap_),
          blackhole_(heap_.rts_info(ClosureType::BLACKHOLE, 1)),
          refs_(&refs_of_host_) {}

    /// How often each kind of closure was entered and allocated.
    Ticky& ticky() { return ticky_; }

  protected:
    // What a frame of ours does when a value reaches it; GHC has a return address for each.
    enum class Return : std::uint8_t { run, apply, enter, give_back, call, put };

    struct Thread {
        Closure* tso;
        std::vector<Eval::Handle>
            suspended;  // one for each frame that goes on running entry code, outermost first
    };

    /// A variable among those of the code that is running.
    Ref ref(Closure* c) { return Ref(*refs_, tagged(c)); }

    Entry const* frame(Return what, std::size_t pointers) {
        auto& known = frame_infos_[static_cast<std::size_t>(what)];
        while (known.size() <= pointers) {
            static constexpr char const* names[] = {"stg_ret",   "stg_ap",   "stg_enter",
                                                    "stg_ret_p", "stg_call", "stg_block_putmvar"};
            std::string pattern(what == Return::apply || what == Return::call ? 1 : 0, 'n');
            pattern.append(known.size(), 'p');
            Code const code =
                Code(names[static_cast<std::size_t>(what)]).runs(&kinds[static_cast<std::size_t>(what)]);
            known.push_back(pattern.size() <= small_bitmap_limit
                                ? heap_.program().table(ClosureType::RET_SMALL, code, small_bitmap(pattern))
                                : heap_.program().table(ClosureType::RET_BIG, code, Word{0}, pattern));
        }
        return known[pointers];
    }
    void push_frame(Return what, Closure* pointer) {
        *pointers_after_info(frames_.push(frame(what, 1), 2)) = pointer;
    }
    /// The value that is given back next will be applied to the arguments from this one on.
    void push_application(std::size_t from = 0) {
        Closure** const at = push_with_ccs(Return::apply, arguments_.size() - from);
        std::copy(arguments_.begin() + static_cast<std::ptrdiff_t>(from), arguments_.end(), at);
    }
    void push_call() {
        Closure** const at = push_with_ccs(Return::call, arguments_.size() + 1);
        *at = node_;
        std::copy(arguments_.begin(), arguments_.end(), at + 1);
    }
    Closure** push_with_ccs(Return what, std::size_t pointers) {
        Word* const at = frames_.push(frame(what, pointers), 2 + pointers);
        at[1] = address(heap_.ccs());
        return pointers_after_info(at) + 1;
    }
    static Closure** pointers_after_info(Word* frame) { return reinterpret_cast<Closure**>(frame + 1); }

    /// Writes the variables of suspended entry code to the stack.
    void suspend(Eval::Handle code) {
        Refs& refs = code.promise().refs();
        std::size_t const n = refs.count();
        Closure** at = pointers_after_info(frames_.push(frame(Return::run, n), 1 + n));
        refs.update([&](Closure* c) { *at++ = c; });
        thread_->suspended.push_back(code);
    }

    /// Puts what the thread was about to do on its stack.
    void park() {
        switch (todo_) {
        case Do::enter: push_frame(Return::enter, node_); break;
        case Do::give_back:
            if (node_) push_frame(Return::give_back, node_);
            break;
        case Do::run: suspend(Eval::Handle::from_address(callee_.address())); break;
        case Do::apply: push_call(); break;
        case Do::perform:
        case Do::nothing: break;
        }
        as<Tso>(thread_->tso)->cccs = heap_.ccs();
        todo_ = Do::nothing;
    }
    /// What the thread was about to do when it was parked, or became able to.
    void unpark() {
        frames_.select(thread_->tso);
        heap_.set_ccs(as<Tso>(thread_->tso)->cccs);
        give_back(nullptr);
        Entry const* const entry = *reinterpret_cast<Entry const**>(frames_.top());
        if (info(entry).type != ClosureType::RET_SMALL && info(entry).type != ClosureType::RET_BIG) return;
        if (*reinterpret_cast<Return const*>(entry->code) != Return::run) do_give_back();
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

    /// The closure is under evaluation by the current thread from now on.
    void blackhole(Closure* thunk) {
        heap_.overwrite(thunk, blackhole_, words_of<Ind>);
        as<Ind>(thunk)->indirectee = thread_->tso;
    }

    Frames frames_;
    Entry const* blackhole_;
    Thread* thread_ = nullptr;
    Refs refs_of_host_;
    Refs* refs_;
    Ticky ticky_;

    virtual void wait_for(Closure* blackhole) = 0;
    virtual void wake(Closure* blocking_queue) = 0;
    virtual void finished() = 0;

  private:
    static constexpr Return kinds[] = {Return::run,       Return::apply, Return::enter,
                                       Return::give_back, Return::call,  Return::put};

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
        evaluate(c);
        run(callee);
    }

    // the thunk, whose free variables have been read, gets its value when the frame pushed here is returned to
    void evaluate(Closure* thunk) {
        heap_.set_ccs(thunk->ccs);
        if (heap_.is_static(thunk)) {
            Closure* const owned = heap_.blackhole(thread_->tso);
            heap_.evaluate_caf(thunk, owned);
            return frames_.push_update(owned);
        }
        blackhole(thunk);
        frames_.push_update(thunk);
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
        run((*code)(machine, c, arguments_.data()).release());
    }

    void do_run(Eval::Handle code) {
        heap_.set_ccs(code.promise().ccs());
        todo_ = Do::nothing;
        refs_ = &code.promise().refs();
        code.resume();
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
            return update(updatee);
        }
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

    void update(Closure* thunk) {
        Closure* const owner = as<Ind>(thunk)->indirectee;
        bool const awaited = tag(owner) == 0 && type(owner) == ClosureType::BLOCKING_QUEUE;
        heap_.overwrite(thunk, blackhole_, words_of<Ind>);
        as<Ind>(thunk)->indirectee = tagged(node_);
        if (awaited) wake(owner);
    }

    std::vector<Entry const*> frame_infos_[6];
};

}  // namespace trav::ghc
