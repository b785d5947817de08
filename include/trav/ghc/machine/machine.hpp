// trav/ghc/machine/machine.hpp: a small lazy evaluator on the mock GHC heap: programs that behave, for heap profilers to look at.
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
// Offers Machine: constructors, thunks, functions and CAFs with entry code in C++ (eval.hpp), calls of unknown functions,
// cost centres and output; mutable objects, MVars, weak pointers and collections are primops.hpp's; run, the clock and the
// hooks are scheduler.hpp's. Objects are made in constant time and collected between steps only.
#pragma once

#include "primops.hpp"
#include "sites.hpp"

#include <algorithm>
#include <string>

namespace trav::ghc {

class Machine : public PrimOps {
  public:
    explicit Machine(MachineOptions options = {}) : PrimOps(std::move(options)) {}

    // -- code and data; what a closure refers to comes as Refs, then numbers; a Ref that is moved is given away; entry
    // code is a function, no lambda

    /// A constructor: `m.con(":", x, xs)`, `m.con("I#", 5)`. Without fields it is static.
    template <class... A>
    Ref con(Code const& code, A&&... fields) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(fields)...);
        Site const& s = sites_(code, nullptr, sizeof...(A), [&](Site& made) {
            made.entry = heap_.con_info(code, f.pointers().size(), f.words().size());
            if constexpr (sizeof...(A) == 0) made.closure = heap_.static_con(code);
        });
        return ref(s.closure ? s.closure : heap_.make(s.entry, f.pointers(), f.words()));
    }
    /// An expression not yet evaluated: `m.thunk("<Main.sat>", plus, x, y)` is plus x y.
    template <class... P, class... A>
    Ref thunk(Code const& code, Eval (*function)(Machine&, P...), A&&... free) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(free)...);
        Site const& s = sites_(code, function, sizeof...(A), [&](Site& made) {
            Code const with = code.runs(sites_.entry_code(function, sizeof...(A)));
            made.entry = heap_.thunk_info(with, f.pointers().size(), f.words().size());
        });
        return ref(heap_.make(s.entry, f.pointers(), f.words()));
    }
    /// A function with its free variables bound; it takes what is left of the parameters. Without free variables it is
    /// static.
    template <class... P, class... A>
    Ref fun(Code const& code, Eval (*function)(Machine&, P...), A&&... free) {
        Fields<std::remove_cvref_t<A>...> const f(std::forward<A>(free)...);
        Site const& s = sites_(code, function, sizeof...(A), [&](Site& made) {
            EntryCode const* const runs = sites_.entry_code(function, sizeof...(A));
            std::string const arguments(runs->arity(), 'p');
            Code const with = code.runs(runs).args(arguments);
            made.entry = heap_.fun_info(with, f.pointers().size(), f.words().size());
            if constexpr (sizeof...(A) == 0) made.closure = heap_.static_fun(with);
        });
        return ref(s.closure ? s.closure : heap_.make(s.entry, f.pointers(), f.words()));
    }
    /// A constant expression, evaluated once: `m.caf("primes", sieve)`. It is booked on its module's CAFs. Traversals
    /// find it through the code that `refers` to it.
    Ref caf(Code const& code, Eval (*function)(Machine&), std::string_view module = "Main") {
        Site const& s = sites_(code, function, 0, [&](Site& made) {
            CostCentreStack* const mine = heap_.ccs();
            heap_.set_ccs(heap_.cost_centres().caf(module));
            made.closure = heap_.caf(code.runs(sites_.entry_code(function, 0)));
            heap_.set_ccs(mine);
        });
        return ref(s.closure);
    }
    /// An application not yet evaluated of a function that is known only as a value.
    template <class... A>
    Ref ap(Ref const& function, A const&... arguments) {
        return ref(heap_.ap(function.closure(), std::vector<Slot>{Slot(arguments.pointer())...}));
    }

    /// Field i of a record, when it is wanted.
    Ref selector(std::size_t i, Ref const& record) { return ref(heap_.selector(i, record.closure())); }

    // -- to be awaited

    /// What evaluates to a function, applied.
    template <class F, class... A>
    Call call(F&& function, A&&... arguments) {
        return {given(std::forward<F>(function)), {given(std::forward<A>(arguments))...}};
    }

    // -- named roots (GHC's setHeapRoots, for -ho)

    struct HeapRoot {
        std::string name;
        StablePtr object;
    };
    /// Names objects whose sharing is of interest; they are kept alive from now on. The roots named before are not any
    /// more.
    void set_heap_roots(std::vector<std::pair<std::string, Ref>> const& roots) {
        for (HeapRoot const& r : heap_roots_) heap_.free_stable(r.object);
        heap_roots_.clear();
        for (auto const& [name, object] : roots)
            heap_roots_.push_back({name, heap_.stable(object.closure())});
    }
    std::vector<HeapRoot> const& heap_roots() const { return heap_roots_; }

    // -- output

    /// What the program has written. (stdout)
    std::string const& output() const { return output_; }
    void put_str(std::string_view text) { output_ += text; }

    // -- cost centres

    /// Pushes a cost centre for as long as it lives: `{-# SCC label #-}`.
    Scc scc(std::string_view label, std::string_view module = "Main") { return Scc(heap_, label, module); }

  private:
    static Closure* given(Ref const& r) { return r.pointer(); }
    static Closure* given(Ref&& r) { return std::move(r).take(); }

    std::vector<HeapRoot> heap_roots_;
    std::string output_;
    Sites sites_;
};

inline Machine& Scheduler::machine() { return static_cast<Machine&>(*this); }

inline void Scheduler::finalize(Closure* finalizer) {
    Thread* const mine = std::exchange(thread_, nullptr);
    static constexpr auto run = [](Machine& m, Ref action) -> Eval { co_return m.call(action, m.unit()); };
    start(run(machine(), ref(finalizer)));
    thread_ = mine;
}

}  // namespace trav::ghc
