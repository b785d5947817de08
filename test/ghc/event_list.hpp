// test/ghc/event_list.hpp: an observer that lists the events of a heap.
#pragma once

#include <trav/ghc/layout/closure.hpp>

#include <cstddef>
#include <vector>

namespace test {

/// The objects that were created, used and died, and GHC's sizes of these in bytes.
struct EventList {
    using Closure = trav::ghc::Closure;

    std::vector<Closure*> made{}, uses{}, dead{};
    std::vector<std::size_t> made_bytes{}, dead_bytes{};

    void created(Closure* c, std::size_t bytes) { made.push_back(c), made_bytes.push_back(bytes); }
    void used(Closure* c) { uses.push_back(c); }
    void died(Closure* c, std::size_t bytes) { dead.push_back(c), dead_bytes.push_back(bytes); }
    void moved(Closure*, Closure*) {}
};

}  // namespace test
