// trav/ghc/machine/machine.hpp: a small lazy evaluator on the mock GHC heap: runs programs that heap
// profilers can observe.
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
// Offers Machine, the complete interface for programs: constructors, thunks, functions and CAFs with entry
// code in C++ (eval.hpp), threads, weak pointers, cost centres and output; and run, with hooks for profilers.
// Its base classes have the operations that entry code awaits (operations.hpp), mutable objects and compact
// regions. Objects are allocated in constant time and collected only between steps.
#pragma once

#include "operations.hpp"  // first: messages name few headers

#include "compact_regions.hpp"
#include "scheduler.hpp"
#include "sites.hpp"

#include <concepts>
#include <string>

namespace trav::ghc {

class Machine : public CompactRegions {
  public:
    explicit Machine(MachineOptions options = {}) : CompactRegions(*this, options), scheduler_(cap_) {
        cap_.ignores = [](Machine& m) { return m.fun("ignore", ignore).closure(); };
    }
    Machine(Machine const&) = delete;
    Machine& operator=(Machine const&) = delete;

    // -- running a program

    /// Runs a main thread to its end and returns its value; the other threads stop where they are. Rethrows
    /// exceptions of entry code. The stack is charged to the system, as in GHC.
    Ref run(Eval program) { return run(std::move(program), heap().cost_centres().system()); }
    /// Likewise, but charges the stack to these cost centres. Without optimization GHC puts the variables of
    /// `main` into thunks, so that `main` retains them and not the stack.
    Ref run(Eval program, CostCentreStack* of_stack) {
        return scheduler_.run(rts::given("run", std::move(program)), of_stack);
    }
    /// Ends the program: stops all threads and performs a last collection.
    void shutdown() { scheduler_.shutdown(); }
    /// Calls f(machine) after each collection, when the entire state of the program is on the heap. f must
    /// not evaluate.
    void on_collection(Scheduler::Hook f) { scheduler_.on_collection(std::move(f)); }
    /// Calls f(machine) at each tick. f may request a collection.
    void on_tick(Scheduler::Hook f) { scheduler_.on_tick(std::move(f)); }
    /// Requests a major collection before the next step.
    void request_collection() { cap_.collection_requested = true; }

    /// The time in steps, and the number of collections.
    Clock const& clock() const { return cap_.clock; }
    /// The running time of the program, computed from its steps and the options.
    double seconds() const { return cap_.clock.seconds(); }
    /// Counts entries and allocations for each kind of closure.
    Ticky& ticky() { return cap_.ticky; }

    // -- code and data; the fields of a closure are Refs, then numbers; a moved Ref becomes empty; entry code
    // must be a function, not a lambda

    /// A constructor: `m.con(":", x, xs)`, `m.con("I#", 5)`. Without fields it is static.
    template <class... A>
    Built con(Code const& code, A&&... fields) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(fields)...);
        Site const& s = sites_(code, nullptr, sizeof...(A), [&](Site& made) {
            made.entry = heap().con_info(code, f.pointers().size(), f.words().size());
            if constexpr (sizeof...(A) == 0) made.closure = heap().static_con(code);
        });
        return Built(cap_.ref(s.closure ? s.closure : heap().make(s.entry, f.pointers(), f.words())));
    }
    /// An unevaluated expression: `m.thunk("<Main.sat>", plus, x, y)` is plus x y.
    template <class... P, class... A>
    Ref thunk(Code const& code, Eval (*function)(Machine&, P...), A&&... free) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(free)...);
        Site const& s = sites_(code, function, sizeof...(A), [&](Site& made) {
            Code const with = code.runs(sites_.entry_code(function, sizeof...(A)));
            made.entry = heap().thunk_info(with, f.pointers().size(), f.words().size());
        });
        return cap_.ref(heap().make(s.entry, f.pointers(), f.words()));
    }
    /// A function with its free variables; its arguments are the remaining parameters. It is static if it has
    /// no free variables.
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
    /// A constant expression, evaluated once: `m.caf("primes", sieve)`. It is charged to its module's CAFs.
    /// As in GHC, it lives while code that may still run refers to it: a variable of waiting code holds it,
    /// or the code of a closure `refers` to it. Throws Misuse if a collection has freed it.
    Ref caf(Code const& code, Eval (*function)(Machine&), std::string_view module = "Main") {
        Site const& s = sites_(code, function, 0, [&](Site& made) {
            CostCentreStack* const mine = heap().ccs();
            heap().set_ccs(heap().cost_centres().caf(module));
            made.closure = heap().caf(code.runs(sites_.entry_code(function, 0)));
            heap().set_ccs(mine);
        });
        if (type(s.closure) == ClosureType::IND_STATIC && !as<IndStatic>(s.closure)->indirectee)
            throw Misuse("no code referred to " + s.description +
                         " any more, so it was freed: keep it in a variable, or see Code::refers");
        return cap_.ref(s.closure);
    }
    /// The CAFs and static functions that code refers to: `Code("f").refers(m.srt(primes, limit))`.
    template <std::derived_from<Ref>... R>
    Ref srt(R const&... closures) {
        for (Closure* const c : {untag(given("srt", closures))...})
            if (!heap().is_static(c)) throw Misuse(std::string(description(c)) + " is no static closure");
        return cap_.ref(sites_.srt(heap(), {closures.closure()...}));
    }
    /// An unevaluated application of a function known only as a value.
    template <class... A>
    Ref ap(Ref const& function, A const&... arguments) {
        return cap_.ref(
            heap().ap(untag(given("ap", function)), std::vector<Slot>{Slot(given("ap", arguments))...}));
    }

    /// Selects field i of a record lazily.
    Ref selector(std::size_t i, Ref const& record) {
        return cap_.ref(heap().selector(i, untag(given("selector", record))));
    }

    /// Evaluates `f x` for the content x of a variable; its first part, unevaluated, becomes the content, the
    /// second is returned. (Data.IORef.atomicModifyIORef)
    Eval atomic_modify(Ref const& variable, Ref const& f) {
        using enum ClosureType;
        operand("atomic_modify", "mutable variable", variable, MUT_VAR_CLEAN, MUT_VAR_DIRTY);
        given("atomic_modify", f);
        Ref const pair = thunk("stg_ap_2_upd_info", apply, f, read(variable));
        write(variable, selector(0, pair));
        return second(*this, pair);
    }

    /// An object that is the same for the same object; keeps nothing alive. Its word(0) is a number.
    /// (System.Mem.StableName)
    Ref stable_name(Ref const& x) {
        Closure* const value = rts::value_of(heap(), given("stable_name", x));
        Closure*& name = cap_.stable_names[value ? untag(value) : x.closure()];
        if (!name) name = heap().prim("STABLE_NAME", {}, {++stable_names_});
        return cap_.ref(name);
    }

    /// Does not keep its key alive; keeps its value alive only while the key lives. After the collection that
    /// finds the key dead, a new thread runs the finalizer, a function of `()`, and the others of the
    /// collection; it ignores their exceptions.
    Ref weak(Ref const& key, Ref const& value, Ref const& finalizer = {}) {
        return cap_.ref(heap().weak(given("weak", key), given("weak", value), finalizer.pointer()));
    }
    /// The value; an empty Ref if the key is dead.
    Ref deref(Ref const& weak) {
        Closure* const c = untag(given("deref", weak));
        if (type(c) != ClosureType::WEAK) return {};
        return Ref(*cap_.refs, as<Weak>(c)->value);
    }

    /// Starts a thread that evaluates `program`; returns it as a target for exceptions. It runs in its turn.
    Ref fork(Eval program) {
        return cap_.ref(rts::fork_masked(cap_, rts::given("fork", std::move(program))).tso);
    }
    /// Likewise on the capability with this number; the thread stays there. (Control.Concurrent.forkOn)
    Ref fork_on(std::size_t capability, Eval program) {
        return cap_.ref(rts::fork_on(cap_, capability, rts::given("fork_on", std::move(program))).tso);
    }

    /// The running thread. (Control.Concurrent.myThreadId)
    Ref my_thread_id() { return cap_.ref(running().tso); }

    /// Runs an action, a function of `()`, when its value is needed. (System.IO.Unsafe.unsafeInterleaveIO)
    Ref interleave(Ref const& action) {
        given("interleave", action);
        return thunk("<GHC.IO.Unsafe.unsafeInterleaveIO>", run_action,
                     fun("<GHC.IO.Unsafe.noDuplicate>", apply_to_unit, action));
    }
    /// Proposes x for evaluation by an idle capability; does nothing if there is only one.
    /// (Control.Parallel.par; `pseq a b` is `co_await a; co_return b`)
    void par(Ref const& x) {
        Closure* const spark = given("par", x);
        if (heap().capabilities() > 1 && !rts::value_of(heap(), spark)) cap_.sparks.push_back(spark);
    }

    // -- named roots (GHC's setHeapRoots, for -ho)

    struct HeapRoot {
        std::string name;
        StablePtr object;
    };
    /// Names objects, to profile their sharing, and keeps them alive. Replaces the previous named roots.
    void set_heap_roots(std::vector<std::pair<std::string, Ref>> const& roots) {
        for (auto const& each : roots) given("set_heap_roots", each.second);
        for (HeapRoot const& r : heap_roots_) heap().free_stable(r.object);
        heap_roots_.clear();
        for (auto const& [name, object] : roots)
            heap_roots_.push_back({name, heap().stable(object.closure())});
    }
    std::vector<HeapRoot> const& heap_roots() const { return heap_roots_; }

    // -- output

    /// The output of the program so far. (stdout)
    std::string const& output() const { return output_; }
    void put_str(std::string_view text) { output_ += text; }
    /// A line for each exception that ended a thread other than the main one. (stderr)
    std::string const& errors() const { return cap_.errors; }

    // -- cost centres

    /// Pushes a cost centre for the duration of a scope: `{-# SCC label #-}`.
    Scc scc(std::string_view label, std::string_view module = "Main") { return Scc(heap(), label, module); }

  private:
    // -- entry code of closures that operations make

    static Eval apply(Machine& m, Ref f, Ref x) { co_return m.call(std::move(f), std::move(x)); }
    static Eval apply_to_unit(Machine& m, Ref action, Ref unit) {
        co_return m.call(std::move(action), std::move(unit));
    }
    static Eval ignore(Machine& m, Ref) { co_return m.unit(); }
    static Eval run_action(Machine& m, Ref action) { co_return m.call(std::move(action), m.unit()); }
    static Eval second(Machine& m, Ref pair) {
        Ref const value = co_await std::move(pair);
        co_return m.pure(value[1]);
    }

    Scheduler scheduler_;
    Sites sites_;
    std::vector<HeapRoot> heap_roots_;
    std::string output_;
    Word stable_names_ = 0;
};

}  // namespace trav::ghc
