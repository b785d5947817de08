// trav/ghc/machine/time_slices.hpp: several capabilities, which take turns.
//
//     Machine m({.heap = {.capabilities = 4}});  // +RTS -N4
//
// Offers TimeSlices, which selects the run queue to serve. GHC's capabilities run at the same time. Here each
// runs for a tick of the clock while the others' threads are parked, so that all runs are the same. An idle
// capability first gets threads from a longer queue, unless they must stay on their capability; if it gets
// none, it is skipped. O(capabilities) for each turn; free with one capability.
#pragma once

#include "continuations.hpp"

#include <utility>
#include <vector>

namespace trav::ghc {

class TimeSlices {
  public:
    explicit TimeSlices(Capability& cap) : cap_(cap), had_(cap.heap.capabilities()) {}

    /// Switches to a capability with a runnable thread; returns false if there is none.
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
    /// The run queue of the current capability.
    std::vector<Closure*> const& queue() const { return queues()[cap_.heap.capability()]; }

    /// Begins or continues the turn of the thread at the head of the queue.
    void begin_turn() { cap_.clock.begin_turn(std::exchange(had_[cap_.heap.capability()], 0)); }

    /// Whether another capability's time has come.
    bool due() const {
        if (queues().size() == 1 || !is_over()) return false;
        for (auto const& other : queues())
            if (&other != &queue() && !other.empty()) return true;
        return false;
    }
    /// Parks the thread; it continues its turn when this capability runs again.
    void stop() {
        rts::park(cap_);
        had_[cap_.heap.capability()] = cap_.clock.turn();
    }

  private:
    std::vector<std::vector<Closure*>> const& queues() const { return cap_.heap.root_lists().run_queues(); }
    bool is_over() const { return cap_.clock.ticks() != began_; }

    /// Distributes threads to idle capabilities, about equally many to each. (GHC: schedulePushWork)
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
    std::vector<std::uint64_t> had_;  // by capability: ticks that the stopped thread's turn has already had
    std::uint64_t began_ = 0;
};

}  // namespace trav::ghc
