// trav/ghc/machine/evaluator.hpp: evaluation on the mock heap, step by step: GHC's eval/apply.
//
// Offers step, which performs one step of the selected thread. A step enters a closure, applies a function,
// returns a value to the topmost frame, or runs entry code up to its next `co_await`. Steps do not recurse;
// each takes O(1), plus the number of variables that entry code saves. Thunks are blackholed on entry and
// updated with their values.
#pragma once

#include "async_exceptions.hpp"
#include "entry_code.hpp"

namespace trav::ghc::rts {

inline void entered(Capability& cap, Closure* c) {
    cap.ticky.entered(c->info);
    cap.heap.used(c);
}

/// Starts the entry code of a closure.
inline Eval::Handle begin(Capability& cap, EntryCode const& code, Closure* c, Closure* const* arguments) {
    Eval::Handle const callee = code(cap.machine, c, arguments).release();
    callee.promise().code() = c->info;
    return callee;
}

/// The entry code of a THUNK_SELECTOR. With profiling, GHC's enters the record whatever its pointer's tag is,
/// and the field's value, also after its evaluation. (GHC: stg_ap_0_fast)
inline Eval select(Registers& registers, Ref record, Word field) {
    if (tag(record.pointer()) != 0) registers.heap.used(record.closure());
    Ref value = co_await std::move(record);
    Ref const of_field = co_await std::move(value)[field];
    co_return of_field;
}

/// The closure behind indirections, without the tag.
inline Closure* followed(Closure* c) {
    while (type(untag(c)) == ClosureType::IND || type(untag(c)) == ClosureType::IND_STATIC)
        c = as<Ind>(untag(c))->indirectee;
    return untag(c);
}

/// Enters a closure whose value may be a function: a frame keeps the cost centres until the value is there,
/// and then this code enters the value. (GHC: stg_ap_0_fast)
inline void enter_again(Capability& cap, Closure* pointer) {
    Closure* const c = followed(pointer);
    bool const waits = type(c) == ClosureType::BLACKHOLE || (flags(type(c)) & flag::thunk) != 0;
    if (waits) {
        push_frame_with_ccs(cap, Return::keep, 0);
        return cap.registers.enter(c);
    }
    if (is_constructor(type(c))) cap.heap.used(c);
    cap.registers.give_back(keep_stack(cap.heap, tagged(c)));
}

inline void enter(Capability& cap) {
    Registers& next = cap.registers;
    if (Closure* const value = value_of(cap.heap, next.node)) return next.give_back(value);
    Closure* const c = followed(next.node);
    if (type(c) == ClosureType::BLACKHOLE)
        return under_evaluation(c) ? wait_for(cap, c) : enter_again(cap, as<Ind>(c)->indirectee);
    // in GHC it is no use, and the cost centres remain
    if (c->info == cap.code.raise) return raise(cap, *pointers_after(as<Thunk>(c)));
    if (type(c) == ClosureType::AP_STACK && needs_chunk(cap, c)) return;
    entered(cap, c);
    if (c->info == cap.code.atomically) {
        cap.heap.set_ccs(c->ccs);
        return next.perform({atomically, {*pointers_after(as<Thunk>(c))}});
    }
    if (type(c) == ClosureType::AP) {
        auto* const ap = as<Ap>(c);
        Call call{ap->fun, {pointers_after(ap), pointers_after(ap) + ap->n_args}};
        blackhole(cap, c);
        return next.apply(std::move(call));
    }
    if (type(c) == ClosureType::AP_STACK) return thaw(cap, c);
    Eval::Handle callee;
    if (type(c) == ClosureType::THUNK_SELECTOR) {
        Refs list;
        callee = select(next, Ref(list, as<Selector>(c)->selectee), info(c).layout.selector).release();
    } else {
        EntryCode const* const code = EntryCode::of(c->info);
        if (!code) throw Misuse(std::string(description(c)) + " has no code to enter");
        callee = begin(cap, *code, c, nullptr);
    }
    blackhole(cap, c);
    callee.promise().ccs() = cap.heap.ccs();
    next.run(callee);
}

inline void apply(Capability& cap) {
    Registers& next = cap.registers;
    Heap& heap = cap.heap;
    Closure* const f = value_of(heap, next.node);
    if (!f) {
        push_application(cap);
        return next.enter(next.node);
    }
    Closure* c = untag(f);
    if (type(c) == ClosureType::PAP) {
        entered(cap, c);
        heap.set_ccs(heap.cost_centres().enter_function(heap.ccs(), c->ccs));
        auto* const pap = as<Pap>(c);
        next.arguments.insert(next.arguments.begin(), pointers_after(pap), pointers_after(pap) + pap->n_args);
        c = untag(pap->fun);
    }
    EntryCode const* const code = is_function(type(c)) ? EntryCode::of(c->info) : nullptr;
    if (!code) throw Misuse(std::string(description(c)) + " is applied, but it is no function");
    std::size_t const arity = code->arity();
    if (next.arguments.size() < arity) {
        std::vector<Slot> const bound(next.arguments.begin(), next.arguments.end());
        return next.give_back(heap.pap(c, bound));
    }
    if (next.arguments.size() > arity) push_application(cap, arity);
    entered(cap, c);
    if (!heap.is_static(c)) heap.set_ccs(heap.cost_centres().enter_function(heap.ccs(), c->ccs));
    next.run(begin(cap, *code, c, next.arguments.data()));
}

inline void run(Capability& cap, Eval::Handle code) {
    cap.heap.set_ccs(code.promise().ccs());
    cap.registers.todo = Registers::Do::nothing;
    cap.refs = &code.promise().refs();
    cap.ticky.runs(code.promise().code());
    code.resume();
    cap.ticky.runs(nullptr);
    cap.refs = &cap.refs_of_host;
    CostCentreStack* const after = code.promise().ccs();
    bool const ended = code.done();
    if (ended) code.destroy();
    else suspend(cap, code);
    cap.heap.set_ccs(after);
    Registers const& next = cap.registers;
    if (ended && next.todo == Registers::Do::enter && gives_function(next.node))
        push_frame_with_ccs(cap, Return::keep, 0);
}

inline void give_back(Capability& cap) {
    Registers& next = cap.registers;
    Word* const top = cap.frames.top();
    Entry const* const entry = *reinterpret_cast<Entry const**>(top);
    Closure** const pointers = pointers_of(top);
    std::size_t const words = Frames::words(top);
    if (info(entry).type == ClosureType::UPDATE_FRAME) {
        Closure* const updatee = reinterpret_cast<UpdateFrame*>(top)->updatee;
        cap.frames.pop(words);
        return update(cap, updatee, next.node);
    }
    if (info(entry).type == ClosureType::CATCH_FRAME) return cap.frames.pop(words);
    if (info(entry).type == ClosureType::ATOMICALLY_FRAME) {
        commit(cap);
        return cap.frames.pop(words);
    }
    if (is_enclosed_transaction(top)) {
        end_enclosed(cap, true);
        return cap.frames.pop(words);
    }
    if (info(entry).type == ClosureType::STOP_FRAME) {
        next.todo = Registers::Do::nothing;
        cap.frames.pop(words);
        push_frame(cap, Return::enter, next.node);  // a thread that has ended keeps its value
        return finish(cap, *cap.thread);
    }
    Return const what = RtsCode::what(entry);
    switch (what) {
    case Return::run: {
        Eval::Handle const code = cap.thread->suspended.back().release();
        cap.thread->suspended.pop_back();
        Closure** at = pointers + 1;  // skips the cost centres, which the promise has, too
        code.promise().refs().update([&](Closure*& c) { c = *at++; });
        cap.frames.pop(words);
        return run(cap, code);
    }
    case Return::apply:
    case Return::call: {
        // the pointers after the cost centres; in a call, the first one is the function
        Closure** const first = pointers + (what == Return::call ? 2 : 1);
        Call call{what == Return::call ? pointers[1] : next.node, {first, pointers + words - 1}};
        cap.heap.set_ccs(reinterpret_cast<CostCentreStack*>(top[1]));
        cap.frames.pop(words);
        return next.apply(std::move(call));
    }
    case Return::keep:
        cap.heap.set_ccs(reinterpret_cast<CostCentreStack*>(top[1]));
        cap.frames.pop(words);
        return enter_again(cap, next.node);
    case Return::enter: next.enter(*pointers); return cap.frames.pop(words);
    case Return::enter_again: {
        Closure* const before = *pointers;
        cap.frames.pop(words);
        return enter_again(cap, before);
    }
    case Return::give_back: next.give_back(*pointers); return cap.frames.pop(words);
    case Return::take:
    case Return::put:
    case Return::read:
        next.perform({what == Return::take   ? take_mvar
                      : what == Return::read ? read_mvar
                                             : put_mvar,
                      {pointers, pointers + words - 1}});
        return cap.frames.pop(words);
    case Return::throw_to: next.give_back(cap.code.unit()); return cap.frames.pop(words);
    case Return::unmask: cap.frames.pop(words); return change_masking(cap, MaskingState::Unmasked);
    case Return::mask: cap.frames.pop(words); return change_masking(cap, MaskingState::MaskedInterruptible);
    case Return::mask_uninterruptible:
        cap.frames.pop(words);
        return change_masking(cap, MaskingState::MaskedUninterruptible);
    }
}

/// Restores the next step of a thread from its stack.
inline void unpark(Capability& cap) {
    cap.frames.select(cap.thread->tso);
    cap.heap.set_ccs(as<Tso>(cap.thread->tso)->cccs);
    if (in_transaction(cap)) {
        if (!is_valid(cap)) return start_again(cap);
        if (is_waiting(transaction(cap))) return wait_for_change(cap);  // the change was undone
    }
    cap.registers.give_back(cap.code.unit());
    Entry const* const entry = *reinterpret_cast<Entry const**>(cap.frames.top());
    if (RtsCode::is_own(entry) && !RtsCode::runs_code(entry)) give_back(cap);
}

inline void step(Capability& cap) {
    switch (cap.registers.todo) {
    case Registers::Do::nothing: break;
    case Registers::Do::enter: enter(cap); break;
    case Registers::Do::apply: apply(cap); break;
    case Registers::Do::run: run(cap, Eval::Handle::from_address(cap.registers.callee.address())); break;
    case Registers::Do::perform: cap.registers.operation(cap); break;
    case Registers::Do::give_back: give_back(cap); break;
    }
}

}  // namespace trav::ghc::rts
