// trav/ghc/heap/heap.hpp: a mock of GHC's heap: its closures in GHC 9.0.2's profiled 64-bit layout, byte for
// byte.
//
//     ghc::Heap heap;
//     Closure* xs = heap.con("Cons", {heap.con("I#", {}, {1}), heap.con("Nil")});
//     ghc::StablePtr p = heap.stable(xs);
//     heap.collect();                       // objects move; the stable pointer knows where
//     xs = heap.deref(p);
//
// Offers Heap; declaration.hpp documents it. The heap never collects unless told to; a collection invalidates
// every address that is not a root.
#pragma once

#include "build_stack.hpp"
#include "collector.hpp"
#include "compact_region.hpp"
#include "scc.hpp"

namespace trav::ghc {

template <class MoreRoots, class Unreached, class AtEnd>
std::vector<Closure*> Heap::collect(MoreRoots&& more_roots, Unreached&& unreached, AtEnd&& at_end) {
    Collector collector(*this);
    more_roots(collector);
    return collector.run(unreached, at_end);
}
template <class MoreRoots, class AtEnd>
std::vector<Closure*> Heap::collect(MoreRoots&& more_roots, AtEnd&& at_end) {
    return collect(more_roots, [](Collector&) {}, at_end);
}
template <class MoreRoots>
std::vector<Closure*> Heap::collect(MoreRoots&& more_roots) {
    return collect(more_roots, [](Collector&) {});
}
inline std::vector<Closure*> Heap::collect() {
    return collect([](Collector&) {});
}

}  // namespace trav::ghc
