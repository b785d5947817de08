// trav/ghc/machine/time_slices.hpp: several capabilities, which take turns.
//
//     Machine m({.heap = {.capabilities = 4}});  // +RTS -N4
//
// Offers TimeSlices: whose run queue is served. GHC's capabilities run at the same time; here each runs for a
// tick of the clock while the others' threads are parked, so that every run is the same. One that has nothing
// to run is passed over; before that it gets threads of a longer queue, unless they are to stay where they
// are. O(capabilities) for each turn; nothing if there is one.
#pragma once

#include "continuations.hpp"

#include <utility>
#include <vector>

namespace trav::ghc {

class TimeSlices {
  public:
    explicit TimeSlices(Capability& cap) : cap_(cap), had_(cap.heap.capabilities()) {}

    /// Runs on a capability that has a thread; false if none has.
    bool next() {
        std::size_t const n = queues().size();
        if (n == 1) return !queue().empty();
        std::size_t k = cap_.heap.capability();
        if (is_over()) k = (k + 1) % n;
        for (std::size_t i = 0; i < n && queues()[k].empty(); ++i) k = (k + 1) % n;
        if (k != cap_.heap.capability() || is_over()) {
            cap_.heap.run_on(k);
            began_ = cap_.clock.ticks();
        }
        share();
        return !queue().empty();
    }
    /// The threads of the capability that runs.
    std::vector<Closure*> const& queue() const { return queues()[cap_.heap.capability()]; }

    /// The thread at the head of the queue begins its turn, or goes on with it.
    void begin_turn() { cap_.clock.begin_turn(std::exchange(had_[cap_.heap.capability()], 0)); }

    /// Whether it is another capability's time.
    bool due() const {
        if (queues().size() == 1 || !is_over()) return false;
        for (auto const& other : queues())
            if (&other != &queue() && !other.empty()) return true;
        return false;
    }
    /// The thread goes on with its turn when it is this capability's time again.
    void stop() {
        rts::park(cap_);
        had_[cap_.heap.capability()] = cap_.clock.turn();
    }

  private:
    std::vector<std::vector<Closure*>> const& queues() const { return cap_.heap.root_lists().run_queues(); }
    bool is_over() const { return cap_.clock.ticks() != began_; }

    /// Hands threads to capabilities that have none, so that all have about as many. (GHC: schedulePushWork)
    void share() {
        std::size_t left = queue().size();
        if (left < 2) return;
        std::vector<std::size_t> idle;
        for (std::size_t k = 0; k < queues().size(); ++k)
            if (queues()[k].empty()) idle.push_back(k);
        if (idle.empty()) return;
        std::size_t const keep = (left + idle.size()) / (idle.size() + 1);
        std::size_t to = 0;
        for (Closure* tso : std::vector(queue())) {
            if (left <= keep) return;
            if (as<Tso>(tso)->id == cap_.main_thread || (as<Tso>(tso)->flags & tso_flag::locked) != 0)
                continue;
            cap_.heap.migrate(tso, idle[to++ % idle.size()]);
            --left;
        }
    }

    Capability& cap_;
    std::vector<std::uint64_t> had_;  // by capability: ticks of the turn of the thread that was stopped
    std::uint64_t began_ = 0;
};

}  // namespace trav::ghc
