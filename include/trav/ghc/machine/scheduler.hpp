// trav/ghc/machine/scheduler.hpp: schedules threads and collections.
//
// Offers Scheduler: run(main), shutdown(), and hooks at each tick of the clock and at each collection, where
// profilers take their censuses. Threads take turns, and so do capabilities (time_slices.hpp). Nothing
// depends on real time, so all runs of a program are the same.
#pragma once

#include "../../detail/unique_ptr.hpp"
#include "collection.hpp"
#include "evaluator.hpp"
#include "time_slices.hpp"

#include <concepts>
#include <stdexcept>

namespace trav::ghc {

/// No thread can run: the main thread waits for something that is still reachable, and does not catch GHC's
/// NonTermination.
struct Deadlock : std::runtime_error {
    Deadlock() : std::runtime_error("ghc machine: every thread waits for another one") {}
};

class Scheduler {
  public:
    /// A function of the machine; like std::function, without the rest of <functional>.
    class Hook {
      public:
        template <std::invocable<Machine&> F>
        Hook(F f) : function_(new Holds<F>(std::move(f))) {}
        void operator()(Machine& m) const { function_->call(m); }

      private:
        struct Function {
            virtual ~Function() = default;
            virtual void call(Machine& m) = 0;
        };
        template <class F>
        struct Holds final : Function {
            explicit Holds(F f) : function(std::move(f)) {}
            void call(Machine& m) override { function(m); }
            F function;
        };
        trav::detail::UniquePtr<Function> function_;
    };

    explicit Scheduler(Capability& cap) : cap_(cap), slices_(cap) {}

    void on_collection(Hook f) { at_collection_.push_back(std::move(f)); }
    void on_tick(Hook f) { at_tick_.push_back(std::move(f)); }

    /// Runs a main thread to its end and returns its value; the other threads stop where they are. Rethrows
    /// exceptions of entry code.
    Ref run(Eval program, CostCentreStack* of_stack) {
        Word const id = as<Tso>(rts::fork(cap_, std::move(program), of_stack).tso)->id;
        cap_.main_thread = id;
        try {
            while (cap_.threads.contains(id)) turn();
        } catch (...) {
            rts::kill_all(cap_);
            throw;
        }
        return cap_.ref(std::exchange(cap_.registers.node, nullptr));
    }
    /// Ends the program: stops all threads and performs a last collection.
    void shutdown() {
        rts::kill_all(cap_);
        collect();
        rts::kill_all(cap_);  // finalizers do not run
    }

  private:
    /// Runs the thread at the head of the queue until it blocks, ends, or finishes its turn, or until another
    /// capability's time has come.
    void turn() {
        rts::start_sparks(cap_);
        rts::wake_sleepers(cap_, slices_.next());
        if (!slices_.next()) collect();  // wakes threads that nothing else can wake
        if (!slices_.next()) wake_main();
        auto const& queue = slices_.queue();
        cap_.thread = &rts::thread_of(cap_, queue.front());
        rts::unpark(cap_);
        slices_.begin_turn();
        Registers& next = cap_.registers;
        while (next.todo != Registers::Do::nothing) {
            if (next.todo != Registers::Do::perform) {
                if (std::exchange(cap_.collection_called, false)) call_collector();
                else if (cap_.collection_requested ||
                         cap_.clock.collection_is_due(cap_.heap.bytes_allocated()))
                    interrupt();
                if (queue.size() > 1 && cap_.clock.turn_is_over()) return rts::end_turn(cap_);
                if (slices_.due()) return slices_.stop();
            }
            rts::step(cap_);
            if (cap_.clock.step()) tick();
        }
        check();
        if (cap_.thread) rts::deliver(cap_, *cap_.thread);
        check();
    }
    /// Raises NonTermination in the main thread. (GHC: scheduleDetectDeadlock)
    void wake_main() {
        rts::raise_async(cap_, cap_.threads.at(cap_.main_thread), cap_.code.non_termination());
        if (std::exchange(cap_.registers.failure, nullptr)) throw Deadlock();
    }
    void check() {
        if (cap_.registers.failure) std::rethrow_exception(std::exchange(cap_.registers.failure, nullptr));
    }

    void tick() {
        ++cap_.heap.ccs()->time_ticks;
        auto const& queue = slices_.queue();  // a thread that can go on stays at its head
        bool const goes_on = cap_.thread && !queue.empty() && queue.front() == cap_.thread->tso;
        rts::wake_sleepers(cap_, true);
        if (goes_on && queue.front() != cap_.thread->tso) cap_.heap.promote(cap_.thread->tso);
        for (Hook const& hook : at_tick_) hook(cap_.machine);
    }
    /// Collects between two steps of the running thread.
    void interrupt() {
        rts::park(cap_);
        collect();
        rts::unpark(cap_);
    }
    /// Likewise in a foreign call of the thread.
    void call_collector() {
        rts::park(cap_);
        cap_.heap.suspend(cap_.heap.unschedule());
        try {
            collect();
        } catch (...) {
            cap_.heap.resume();
            throw;
        }
        cap_.heap.resume();
        rts::unpark(cap_);
    }
    void collect() {
        auto const unreached = rts::collect(cap_);
        for (Hook const& hook : at_collection_) hook(cap_.machine);
        rts::resurrect(cap_, unreached);
        check();
    }

    Capability& cap_;
    TimeSlices slices_;
    std::vector<Hook> at_collection_, at_tick_;
};

}  // namespace trav::ghc
