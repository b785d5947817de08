// trav/ghc/profile/lives.hpp: a breakdown of the mock GHC heap by biography (-hb).
//
//     ghc::Heap heap({.ldv = true});
//     ghc::Lives lives(heap);                          // before the program runs
//     trav::Profiler profiler{ghc::Graph(heap), lives.biography()};
#pragma once

#include "../../profile/biography.hpp"
#include "../heap/heap.hpp"

#include <cstddef>

namespace trav::ghc {

/// A Biography that the heap notifies of births, uses, deaths and moves while this object exists.
class Lives {
  public:
    explicit Lives(Heap& heap) : heap_(heap) { heap.observers().add(*this); }
    Lives(Lives const&) = delete;
    Lives& operator=(Lives const&) = delete;
    ~Lives() { heap_.observers().remove(this); }

    Biography<Closure*>& biography() { return biography_; }

    void created(Closure* c, std::size_t) { biography_.created(c); }
    void used(Closure* c) { biography_.used(c); }
    void died(Closure* c, std::size_t) { biography_.died(c); }
    void moved(Closure* from, Closure* to) { biography_.moved(from, to); }

  private:
    Heap& heap_;
    Biography<Closure*> biography_{[](Closure* c) { return inherently_used(type(c)); }};
};

}  // namespace trav::ghc
