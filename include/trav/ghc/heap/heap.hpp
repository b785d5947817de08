// trav/ghc/heap/heap.hpp: a mock of GHC's heap: its closures in GHC 9.0.2's profiled 64-bit layout, byte for byte.
//
//     ghc::Heap heap;
//     Closure* xs = heap.con("Cons", {heap.con("I#", {}, {1}), heap.con("Nil")});
//     ghc::StablePtr p = heap.stable(xs);
//     heap.collect();                       // objects move; the stable pointer knows where
//     xs = heap.deref(p);
//
// Offers Heap: the builder's functions (build.hpp, build_stack.hpp, build_static.hpp), storage and roots
// (storage.hpp, roots.hpp), and collect(). Nothing is collected unless asked for; a collection invalidates every address
// that is no root.
#pragma once

#include "build_stack.hpp"
#include "collector.hpp"
#include "scc.hpp"

namespace trav::ghc {

class Heap : public StackBuilder {
  public:
    explicit Heap(Options options = {}) : StackBuilder(options) {}

    /// A major collection. `more_roots(root)` may call its argument on each further pointer that keeps
    /// something alive, and finds it updated; `at_end(collector)` may ask collector.weakly(pointer) what has
    /// become of what keeps nothing alive. Answers the finalizers of the weak pointers that died.
    template <class MoreRoots, class AtEnd>
    std::vector<Closure*> collect(MoreRoots&& more_roots, AtEnd&& at_end) {
        Collector collector(*this, table(ClosureType::CONSTR, Code("DEAD_WEAK").in("base:RTS"), 0, 5));
        more_roots(collector);
        return collector.run(at_end);
    }
    template <class MoreRoots>
    std::vector<Closure*> collect(MoreRoots&& more_roots) {
        return collect(more_roots, [](Collector&) {});
    }
    std::vector<Closure*> collect() {
        return collect([](Collector&) {});
    }
};

}  // namespace trav::ghc
