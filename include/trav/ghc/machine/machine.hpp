// trav/ghc/machine/machine.hpp: a small lazy evaluator on the mock GHC heap: programs that behave, for heap
// profilers to look at.
//
//     Eval count(Machine& m, Ref list) {                             // count []       = 0
//         Scc const scc = m.scc("count");                            // count (_ : xs) = 1 + count xs
//         Ref const xs = co_await list;
//         if (xs.is("[]")) co_return m.con("I#", 0);
//         Ref const n = co_await count(m, xs[1]);
//         co_return m.con("I#", 1 + n.word());
//     }
//
//     Machine m;
//     m.on_collection([&](Machine& m) { profiler.sample_heap(m.heap().roots(), m.seconds()); });
//     m.run(program(m));
//     m.shutdown();
//
// Offers Machine, all that programs use on one page: constructors, thunks, functions and CAFs with entry code
// in C++ (eval.hpp), calls of unknown functions, objects that can change, exceptions, threads, cost centres,
// output; and run, with hooks for profilers. Objects are made in constant time and collected between steps
// only.
#pragma once

#include "primops.hpp"
#include "scheduler.hpp"
#include "sites.hpp"

#include <string>

namespace trav::ghc {

class Machine {
  public:
    explicit Machine(MachineOptions options = {}) : cap_(*this, with_cafs(options)), scheduler_(cap_) {}
    Machine(Machine const&) = delete;
    Machine& operator=(Machine const&) = delete;

    /// What entry code works with. (Eval's promise asks for it.)
    operator Registers&() { return cap_.registers; }

    /// The heap that the program runs on.
    Heap& heap() { return cap_.heap; }
    Heap const& heap() const { return cap_.heap; }

    // -- running a program

    /// Runs a main thread until it is done, and answers its value; the other threads stop where they are.
    /// What entry code throws is thrown here.
    Ref run(Eval program) { return scheduler_.run(std::move(program)); }
    /// The end: no thread runs any more, and there is a last collection.
    void shutdown() { scheduler_.shutdown(); }
    /// Calls f(machine) after each collection, when everything that the program has is on the heap. No
    /// evaluation from there.
    void on_collection(Scheduler::Hook f) { scheduler_.on_collection(std::move(f)); }
    /// Calls f(machine) at each tick. It may ask for a collection.
    void on_tick(Scheduler::Hook f) { scheduler_.on_tick(std::move(f)); }
    /// A major collection before the next step.
    void request_collection() { cap_.collection_requested = true; }

    /// What time it is, in steps, and how many collections there were.
    Clock const& clock() const { return cap_.clock; }
    /// How long the program ran, by the time that the options say its steps take.
    double seconds() const { return cap_.clock.seconds(); }
    /// How often each kind of closure was entered and allocated.
    Ticky& ticky() { return cap_.ticky; }

    // -- code and data; what a closure refers to comes as Refs, then numbers; a Ref that is moved is given
    // away; entry code is a function, no lambda

    /// A constructor: `m.con(":", x, xs)`, `m.con("I#", 5)`. Without fields it is static.
    template <class... A>
    Ref con(Code const& code, A&&... fields) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(fields)...);
        Site const& s = sites_(code, nullptr, sizeof...(A), [&](Site& made) {
            made.entry = heap().con_info(code, f.pointers().size(), f.words().size());
            if constexpr (sizeof...(A) == 0) made.closure = heap().static_con(code);
        });
        return cap_.ref(s.closure ? s.closure : heap().make(s.entry, f.pointers(), f.words()));
    }
    /// An expression not yet evaluated: `m.thunk("<Main.sat>", plus, x, y)` is plus x y.
    template <class... P, class... A>
    Ref thunk(Code const& code, Eval (*function)(Machine&, P...), A&&... free) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(free)...);
        Site const& s = sites_(code, function, sizeof...(A), [&](Site& made) {
            Code const with = code.runs(sites_.entry_code(function, sizeof...(A)));
            made.entry = heap().thunk_info(with, f.pointers().size(), f.words().size());
        });
        return cap_.ref(heap().make(s.entry, f.pointers(), f.words()));
    }
    /// A function with its free variables bound; it takes what is left of the parameters. Without free
    /// variables it is static.
    template <class... P, class... A>
    Ref fun(Code const& code, Eval (*function)(Machine&, P...), A&&... free) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(free)...);
        Site const& s = sites_(code, function, sizeof...(A), [&](Site& made) {
            EntryCode const* const runs = sites_.entry_code(function, sizeof...(A));
            std::string const arguments(runs->arity(), 'p');
            Code const with = code.runs(runs).args(arguments);
            made.entry = heap().fun_info(with, f.pointers().size(), f.words().size());
            if constexpr (sizeof...(A) == 0) made.closure = heap().static_fun(with);
        });
        return cap_.ref(s.closure ? s.closure : heap().make(s.entry, f.pointers(), f.words()));
    }
    /// A constant expression, evaluated once: `m.caf("primes", sieve)`. It is booked on its module's CAFs.
    /// Traversals find it through the code that `refers` to it.
    Ref caf(Code const& code, Eval (*function)(Machine&), std::string_view module = "Main") {
        Site const& s = sites_(code, function, 0, [&](Site& made) {
            CostCentreStack* const mine = heap().ccs();
            heap().set_ccs(heap().cost_centres().caf(module));
            made.closure = heap().caf(code.runs(sites_.entry_code(function, 0)));
            heap().set_ccs(mine);
        });
        return cap_.ref(s.closure);
    }
    /// An application not yet evaluated of a function that is known only as a value.
    template <class... A>
    Ref ap(Ref const& function, A const&... arguments) {
        return cap_.ref(heap().ap(function.closure(), std::vector<Slot>{Slot(arguments.pointer())...}));
    }

    /// Field i of a record, when it is wanted.
    Ref selector(std::size_t i, Ref const& record) { return cap_.ref(heap().selector(i, record.closure())); }

    // -- what can change

    Ref mut_var(Ref const& value) {
        return cap_.ref(heap().mut_var(value.pointer(), ClosureType::MUT_VAR_DIRTY));
    }
    /// Read and written in transactions. What is written without one is there for all to see at once.
    Ref tvar(Ref const& value) { return cap_.ref(heap().tvar(value.pointer())); }
    /// n times the same element.
    Ref array(std::size_t n, Ref const& element) {
        std::vector<Closure*> const elements(n, element.pointer());
        return cap_.ref(heap().array(elements, ClosureType::MUT_ARR_PTRS_DIRTY));
    }
    /// An array of bytes.
    Ref bytes(std::size_t n) { return cap_.ref(heap().bytes(n)); }
    /// The array may not be written any more.
    void freeze(Ref const& array) {
        array.closure()->info = heap().rts_info(ClosureType::MUT_ARR_PTRS_FROZEN_CLEAN);
    }
    /// What a variable holds, or element i of an array. Throws std::out_of_range.
    Ref read(Ref const& place, std::size_t i = 0) {
        return Ref(*cap_.refs, rts::element(place.closure(), i));
    }
    void write(Ref const& place, Ref const& value) { write(place, 0, value); }
    void write(Ref const& place, std::size_t i, Ref const& value) {
        rts::element(place.closure(), i) = value.pointer();
        if (type(place.closure()) == ClosureType::TVAR) rts::wake(cap_, place.closure());
        rts::dirty(heap(), place.closure());
    }

    Ref mvar() { return cap_.ref(heap().mvar(heap().end_tso_queue())); }
    Ref mvar(Ref const& value) {
        return cap_.ref(heap().mvar(value.pointer(), nullptr, nullptr, ClosureType::MVAR_DIRTY));
    }

    /// Does not keep its key alive, and the value only while the key lives. The finalizer, a function of
    /// `()`, is run by a thread of its own after the collection that finds the key dead.
    Ref weak(Ref const& key, Ref const& value, Ref const& finalizer = {}) {
        return cap_.ref(heap().weak(key.pointer(), value.pointer(), finalizer.pointer()));
    }
    /// The value; nothing if the key is dead.
    Ref deref(Ref const& weak) {
        if (type(weak.closure()) != ClosureType::WEAK) return {};
        return Ref(*cap_.refs, as<Weak>(weak.closure())->value);
    }

    /// A thread that evaluates this, as something to throw exceptions to. It runs when its turn comes.
    Ref fork(Eval program) { return cap_.ref(rts::fork_masked(cap_, std::move(program)).tso); }
    /// The same on a capability, by its number, where it stays. (Control.Concurrent.forkOn)
    Ref fork_on(std::size_t capability, Eval program) {
        return cap_.ref(rts::fork_on(cap_, capability, std::move(program)).tso);
    }

    /// The value `()`.
    Ref unit() { return cap_.ref(cap_.code.unit()); }

    // -- to be awaited

    /// What evaluates to a function, applied.
    template <class F, class... A>
    Call call(F&& function, A&&... arguments) {
        return {given(std::forward<F>(function)), {given(std::forward<A>(arguments))...}};
    }
    /// Answers x as it is: `return x` of an action. (`co_return x` answers the value of x.)
    Operation pure(Ref const& x) {
        return {[](Capability& cap) { cap.registers.give_back(cap.registers.arguments[0]); }, {x.pointer()}};
    }
    /// Waits until the MVar is full, and empties it.
    Operation take(Ref const& mvar) { return {rts::take_mvar, {mvar.closure()}}; }
    /// Waits until the MVar is empty, and fills it.
    Operation put(Ref const& mvar, Ref const& value) {
        return {rts::put_mvar, {mvar.closure(), value.pointer()}};
    }
    /// Lets the other threads run.
    Operation yield() { return {rts::yield, {}}; }
    /// A major collection. (System.Mem.performMajorGC)
    Operation perform_major_gc() { return {rts::perform_major_gc, {}}; }
    /// Has no value: evaluation goes on with the handler of the innermost catch_exception.
    /// (Control.Exception.throw)
    Operation raise(Ref const& exception) { return {rts::raise, {exception.pointer()}}; }
    /// The value of x or, if an exception ends its evaluation, of the handler, a function, applied to the
    /// exception.
    Operation catch_exception(Ref const& x, Ref const& handler) {
        return {rts::catch_exception, {x.pointer(), handler.pointer()}};
    }
    /// Raises an exception in a thread, wherever it is; what it was evaluating can be gone on with later.
    /// (Control.Exception.throwTo)
    Operation throw_to(Ref const& thread, Ref const& exception) {
        return {rts::throw_to, {thread.closure(), exception.pointer()}};
    }
    /// Runs an action, a function of `()`, while asynchronous exceptions wait, or come only if it waits
    /// itself. (Control.Exception.mask_)
    template <class F>
    Operation mask(F&& action) {
        return {rts::mask, {given(std::forward<F>(action))}};
    }
    /// Runs an action in a state, whatever the current one is: what `mask` hands to its argument.
    template <class F>
    Operation with_masking(MaskingState state, F&& action) {
        static constexpr void (*run[])(Capability&) = {rts::run_masked<MaskingState::Unmasked>,
                                                       rts::run_masked<MaskingState::MaskedInterruptible>,
                                                       rts::run_masked<MaskingState::MaskedUninterruptible>};
        return {run[static_cast<std::size_t>(state)], {given(std::forward<F>(action))}};
    }
    /// The current thread's state. (Control.Exception.getMaskingState)
    MaskingState masking_state() const { return rts::masking(cap_.thread->tso); }
    /// (Control.Concurrent.killThread)
    Operation kill_thread(Ref const& thread) {
        return {rts::throw_to, {thread.closure(), cap_.code.thread_killed()}};
    }

    // -- transactions (Control.Concurrent.STM); an action is a function of `()`

    /// Runs an action as a transaction. What it reads is as if no other thread ran meanwhile, and they see
    /// all that it writes or nothing.
    Operation atomically(Ref const& action) { return {rts::atomically, {action.pointer()}}; }
    Operation read_tvar(Ref const& tvar) { return {rts::read_tvar, {tvar.closure()}}; }
    Operation write_tvar(Ref const& tvar, Ref const& value) {
        return {rts::write_tvar, {tvar.closure(), value.pointer()}};
    }
    /// Has no value: the transaction waits until a variable that it has read changes, and begins again.
    Operation retry() { return {rts::retry, {}}; }
    /// Runs the first action; if it retries, nothing of it has been, and the second runs.
    Operation or_else(Ref const& first, Ref const& second) {
        return {rts::catch_retry, {first.pointer(), second.pointer()}};
    }
    /// Runs the action; if an exception ends it, nothing of it has been, and the handler, a function, is
    /// applied to the exception.
    Operation catch_stm(Ref const& action, Ref const& handler) {
        return {rts::catch_stm, {action.pointer(), handler.pointer()}};
    }

    // -- named roots (GHC's setHeapRoots, for -ho)

    struct HeapRoot {
        std::string name;
        StablePtr object;
    };
    /// Names objects whose sharing is of interest; they are kept alive from now on. The roots named before
    /// are not any more.
    void set_heap_roots(std::vector<std::pair<std::string, Ref>> const& roots) {
        for (HeapRoot const& r : heap_roots_) heap().free_stable(r.object);
        heap_roots_.clear();
        for (auto const& [name, object] : roots)
            heap_roots_.push_back({name, heap().stable(object.closure())});
    }
    std::vector<HeapRoot> const& heap_roots() const { return heap_roots_; }

    // -- output

    /// What the program has written. (stdout)
    std::string const& output() const { return output_; }
    void put_str(std::string_view text) { output_ += text; }

    // -- cost centres

    /// Pushes a cost centre for as long as it lives: `{-# SCC label #-}`.
    Scc scc(std::string_view label, std::string_view module = "Main") { return Scc(heap(), label, module); }

  private:
    // C++ code refers to CAFs in ways that no collector can see
    static MachineOptions with_cafs(MachineOptions options) {
        options.heap.keep_cafs = true;
        return options;
    }
    static Closure* given(Ref const& r) { return r.pointer(); }
    static Closure* given(Ref&& r) { return std::move(r).take(); }

    Capability cap_;
    Scheduler scheduler_;
    Sites sites_;
    std::vector<HeapRoot> heap_roots_;
    std::string output_;
};

}  // namespace trav::ghc
