// trav/ghc/machine/clock.hpp: the machine's time, which is counted in steps, so that every run of a program
// is the same.
//
// Offers MachineOptions and Clock: what time it is, and when a tick, the end of a turn and a collection are
// due.
#pragma once

#include "../heap/declaration.hpp"

namespace trav::ghc {

struct MachineOptions {
    Options heap{};
    /// Collect after this many bytes were allocated for each capability; 0: never (GHC: -A)
    std::uint64_t allocation_area = 0;
    std::uint64_t collect_every = 0;      ///< collect after this many steps; 0: never
    std::uint64_t steps_per_tick = 1000;  ///< how long a tick of the clock is
    std::uint64_t ticks_per_turn =
        20;  ///< how long a thread runs while others wait; 0: until it waits (GHC: -C)
    double seconds_per_tick = 0.001;
    bool every_use = false;  ///< looking at a value counts as a use of it
};

class Clock {
  public:
    explicit Clock(MachineOptions options)
        : options_(options), area_(options.allocation_area * options.heap.capabilities) {}

    MachineOptions const& options() const { return options_; }
    std::uint64_t steps() const { return steps_; }
    std::uint64_t ticks() const { return steps_ / options_.steps_per_tick; }
    /// How long the program ran, by the time that the options say its steps take.
    double seconds() const {
        return static_cast<double>(steps_) / static_cast<double>(options_.steps_per_tick) *
               options_.seconds_per_tick;
    }
    /// How many collections there were.
    std::uint64_t collections() const { return collections_; }

    /// Counts a step; whether it ends a tick.
    bool step() { return ++steps_ % options_.steps_per_tick == 0; }
    /// A thread's turn begins, or goes on after that many ticks.
    void begin_turn(std::uint64_t had = 0) { turn_began_ = ticks() - had; }
    /// How many ticks the turn has had.
    std::uint64_t turn() const { return ticks() - turn_began_; }
    /// Whether a thread that others wait for has run long enough.
    bool turn_is_over() const {
        return options_.ticks_per_turn > 0 && ticks() >= turn_began_ + options_.ticks_per_turn;
    }
    /// Whether the options ask for a collection when this many bytes have been allocated in total.
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
    std::uint64_t area_;  // of all capabilities
    std::uint64_t steps_ = 0, collections_ = 0, turn_began_ = 0, collected_at_bytes_ = 0,
                  collected_at_step_ = 0;
};

}  // namespace trav::ghc
