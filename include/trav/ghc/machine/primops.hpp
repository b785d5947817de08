// trav/ghc/machine/primops.hpp: GHC's primitive operations on what can change: variables, arrays, MVars, weak pointers, threads.
//
// Offers PrimOps. What may have to wait, `take` and `put` of an MVar, is to be awaited; the rest is done at once. Writing
// marks an object dirty, a collection cleans it. Each is O(1), but for making an array.
#pragma once

#include "scheduler.hpp"

#include <span>

namespace trav::ghc {

class PrimOps : public Scheduler {
  public:
    using Scheduler::Scheduler;

    // -- variables and arrays

    Ref mut_var(Ref const& value) { return ref(heap_.mut_var(value.pointer(), ClosureType::MUT_VAR_DIRTY)); }
    Ref tvar(Ref const& value) { return ref(heap_.tvar(value.pointer())); }
    /// n times the same element.
    Ref array(std::size_t n, Ref const& element) {
        return ref(heap_.array(std::vector<Closure*>(n, element.pointer()), ClosureType::MUT_ARR_PTRS_DIRTY));
    }
    /// An array of bytes.
    Ref bytes(std::size_t n) { return ref(heap_.bytes(n)); }
    /// The array may not be written any more.
    void freeze(Ref const& array) {
        array.closure()->info = heap_.rts_info(ClosureType::MUT_ARR_PTRS_FROZEN_CLEAN);
    }

    /// What a variable holds, or element i of an array. Throws std::out_of_range.
    Ref read(Ref const& place, std::size_t i = 0) { return Ref(*refs_, *at(place.closure(), i)); }
    void write(Ref const& place, Ref const& value) { write(place, 0, value); }
    void write(Ref const& place, std::size_t i, Ref const& value) {
        *at(place.closure(), i) = value.pointer();
        dirty(place.closure());
    }

    // -- MVars

    Ref mvar() { return ref(heap_.mvar(heap_.end_tso_queue())); }
    Ref mvar(Ref const& value) {
        return ref(heap_.mvar(value.pointer(), nullptr, nullptr, ClosureType::MVAR_DIRTY));
    }
    /// Waits until the MVar is full, and empties it.
    Operation take(Ref const& mvar) {
        return {[](Registers& m) { static_cast<PrimOps&>(m).do_take(); }, {mvar.closure()}};
    }
    /// Waits until the MVar is empty, and fills it.
    Operation put(Ref const& mvar, Ref const& value) {
        return {[](Registers& m) { static_cast<PrimOps&>(m).do_put(); }, {mvar.closure(), value.pointer()}};
    }

    /// Answers x as it is: `return x` of an action. (`co_return x` answers the value of x.)
    Operation pure(Ref const& x) {
        return {[](Registers& m) { m.give_back(m.arguments()[0]); }, {x.pointer()}};
    }

    // -- threads

    /// A thread that evaluates this. It runs when its turn comes.
    void fork(Eval program) { start(std::move(program)); }
    /// Lets the other threads run.
    Operation yield() {
        return {[](Registers& m) {
                    auto& self = static_cast<PrimOps&>(m);
                    self.give_back(self.unit().pointer());
                    self.end_turn();
                },
                {}};
    }
    /// A major collection. (System.Mem.performMajorGC)
    Operation perform_major_gc() {
        return {[](Registers& m) {
                    auto& self = static_cast<PrimOps&>(m);
                    self.request_collection();
                    self.give_back(self.unit().pointer());
                },
                {}};
    }

    // -- weak pointers

    /// Does not keep its key alive, and the value only while the key lives. The finalizer, a function of `()`, is run by a
    /// thread of its own after the collection that finds the key dead.
    Ref weak(Ref const& key, Ref const& value, Ref const& finalizer = {}) {
        return ref(heap_.weak(key.pointer(), value.pointer(), finalizer.pointer()));
    }
    /// The value; nothing if the key is dead.
    Ref deref(Ref const& weak) {
        return type(weak.closure()) == ClosureType::WEAK ? Ref(*refs_, as<Weak>(weak.closure())->value)
                                                         : Ref();
    }

    /// The value `()`.
    Ref unit() {
        if (!unit_) unit_ = heap_.static_con(Code("()").in("ghc-prim:GHC.Tuple"));
        return ref(unit_);
    }

  private:
    Closure** at(Closure* c, std::size_t i) {
        std::size_t n = 0;
        Closure** first = pointers_after(c);
        if (is_array(type(c))) {
            n = as<MutArrPtrs>(c)->ptrs;
            first = pointers_after(as<MutArrPtrs>(c));
        } else if (type(c) == ClosureType::MUT_VAR_CLEAN || type(c) == ClosureType::MUT_VAR_DIRTY ||
                   type(c) == ClosureType::TVAR) {
            n = 1;
        }
        if (i >= n)
            throw std::out_of_range("ghc machine: " + std::string(description(c)) + " has no element " +
                                    std::to_string(i));
        return first + i;
    }
    void dirty(Closure* c) {
        using enum ClosureType;
        if (type(c) == MUT_VAR_CLEAN) c->info = heap_.rts_info(MUT_VAR_DIRTY, 1);
        if (type(c) == MUT_ARR_PTRS_CLEAN) c->info = heap_.rts_info(MUT_ARR_PTRS_DIRTY);
        if (type(c) == MVAR_CLEAN) c->info = heap_.rts_info(MVAR_DIRTY, 3);
    }

    bool nobody(Closure* queue) { return untag(queue) == heap_.end_tso_queue(); }

    // the current thread waits for the MVar
    void enqueue(MVar* mvar) {
        CostCentreStack* const mine = heap_.ccs();
        heap_.set_ccs(heap_.cost_centres().system());
        Closure* const last = heap_.mvar_tso_queue(heap_.end_tso_queue(), thread_->tso);
        heap_.set_ccs(mine);
        if (nobody(mvar->head)) mvar->head = last;
        else as<MVarTsoQueue>(untag(mvar->tail))->link = last;
        mvar->tail = last;
        block(WhyBlocked::MVar, mvar);
    }
    Closure* dequeue(MVar* mvar) {
        auto* const first = as<MVarTsoQueue>(untag(mvar->head));
        mvar->head = first->link;
        if (nobody(mvar->head)) mvar->tail = mvar->head;
        return first->tso;
    }

    void do_take() {
        auto* const mvar = as<MVar>(arguments_[0]);
        dirty(mvar);
        if (nobody(mvar->value)) return enqueue(mvar);
        Closure* const value = std::exchange(mvar->value, tagged(heap_.end_tso_queue()));
        if (!nobody(mvar->head)) {
            Closure* const putter = dequeue(mvar);
            on_stack_of(putter, [&] {
                mvar->value = pointers_after_info(frames_.top())[0];
                frames_.pop(2);
            });
            resume(putter, Return::give_back, unit().pointer());
        }
        give_back(value);
    }
    void do_put() {
        auto* const mvar = as<MVar>(arguments_[0]);
        dirty(mvar);
        if (!nobody(mvar->value)) {
            push_frame(Return::put, arguments_[1]);
            return enqueue(mvar);
        }
        if (nobody(mvar->head)) mvar->value = arguments_[1];
        else resume(dequeue(mvar), Return::give_back, arguments_[1]);
        give_back(unit().pointer());
    }

    Closure* unit_ = nullptr;
};

}  // namespace trav::ghc
