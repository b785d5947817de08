// trav/ghc/machine/clock.hpp: the machine's time, counted in steps, so that all runs of a program are the
// same.
//
// Offers MachineOptions and Clock: the current time, and whether a tick, the end of a turn or a collection is
// due.
#pragma once

#include "../heap/declaration.hpp"

namespace trav::ghc {

struct MachineOptions {
    Options heap{};
    /// Collect after allocating this many bytes for each capability; 0: never (GHC: -A)
    std::uint64_t allocation_area = 0;
    std::uint64_t collect_every = 0;      ///< collect after this many steps; 0: never
    std::uint64_t steps_per_tick = 1000;  ///< length of a tick of the clock
    std::uint64_t ticks_per_turn = 20;    ///< length of a turn if others wait; 0: until it blocks (GHC: -C)
    double seconds_per_tick = 0.001;
    bool every_use = false;  ///< looking at a value counts as using it
};

class Clock {
  public:
    explicit Clock(MachineOptions options)
        : options_(options), area_(options.allocation_area * options.heap.capabilities) {}

    MachineOptions const& options() const { return options_; }
    std::uint64_t steps() const { return steps_; }
    std::uint64_t ticks() const { return steps_ / options_.steps_per_tick; }
    /// The running time of the program, computed from its steps and the options.
    double seconds() const {
        return static_cast<double>(steps_) / static_cast<double>(options_.steps_per_tick) *
               options_.seconds_per_tick;
    }
    /// The number of collections.
    std::uint64_t collections() const { return collections_; }

    /// The time in steps, with the time when all threads slept, which is no running time.
    std::uint64_t now() const { return steps_ + idle_; }
    void idle_until(std::uint64_t time) { idle_ = time - steps_; }
    /// This time in steps.
    std::uint64_t steps_in(std::uint64_t microseconds) const {
        double const steps = static_cast<double>(microseconds) * 1e-6 / options_.seconds_per_tick *
                             static_cast<double>(options_.steps_per_tick);
        return static_cast<std::uint64_t>(steps < 1e18 ? steps : 1e18);
    }

    /// Counts a step; returns whether it ends a tick.
    bool step() { return ++steps_ % options_.steps_per_tick == 0; }
    /// Begins a thread's turn, or continues one that has had that many ticks.
    void begin_turn(std::uint64_t had = 0) { turn_began_ = ticks() - had; }
    /// The length of the current turn in ticks.
    std::uint64_t turn() const { return ticks() - turn_began_; }
    /// Whether a thread has run long enough if others wait.
    bool turn_is_over() const {
        return options_.ticks_per_turn > 0 && ticks() >= turn_began_ + options_.ticks_per_turn;
    }
    /// Whether the options ask for a collection, given the total number of allocated bytes.
    bool collection_is_due(std::uint64_t bytes) const {
        return (area_ > 0 && bytes - collected_at_bytes_ >= area_) ||
               (options_.collect_every > 0 && steps_ - collected_at_step_ >= options_.collect_every);
    }
    void collected(std::uint64_t bytes) {
        collected_at_bytes_ = bytes;
        collected_at_step_ = steps_;
        ++collections_;
    }

  private:
    MachineOptions options_;
    std::uint64_t area_;  // of all capabilities together
    std::uint64_t steps_ = 0, idle_ = 0, collections_ = 0, turn_began_ = 0, collected_at_bytes_ = 0,
                  collected_at_step_ = 0;
};

}  // namespace trav::ghc
