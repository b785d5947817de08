// trav/ghc/machine/scheduler.hpp: green threads, time and collections.
//
// Offers Scheduler: run(main), fork, the queue of threads that may run, a clock that counts steps, major collections when
// the program or the options ask for them, and on_collection(f), which is where censuses are taken. Threads take turns;
// nothing depends on real time, so that every run of a program is the same.
#pragma once

#include "clock.hpp"
#include "threads.hpp"

#include <functional>

namespace trav::ghc {

/// No thread can run, and the main thread waits. (GHC: BlockedIndefinitely.)
struct Deadlock : std::runtime_error {
    Deadlock() : std::runtime_error("ghc machine: every thread waits for another one") {}
};

class Scheduler : public Threads {
  public:
    explicit Scheduler(MachineOptions options) : Threads(with_cafs(options.heap)), clock_(options) {
        count_every_use(options.every_use);
    }

    /// Calls f(machine) after each collection, when everything that the program has is on the heap. No evaluation from there.
    void on_collection(std::function<void(Machine&)> f) { hooks_.push_back(std::move(f)); }
    /// Calls f(machine) at each tick. It may ask for a collection.
    void on_tick(std::function<void(Machine&)> f) { tick_hooks_.push_back(std::move(f)); }
    /// A major collection before the next step.
    void request_collection() { collect_ = true; }

    std::uint64_t steps() const { return clock_.steps(); }
    std::uint64_t ticks() const { return clock_.ticks(); }
    /// How long the program ran, in the time that its steps are said to take.
    double seconds() const { return clock_.seconds(); }
    std::uint64_t collections() const { return clock_.collections(); }
    MachineOptions const& options() const { return clock_.options(); }

    /// Runs a main thread until it is done, and answers its value; the other threads stop where they are. What entry code
    /// throws is thrown here.
    Ref run(Eval program) {
        Thread& main = start(std::move(program));
        Word const id = as<Tso>(main.tso)->id;
        try {
            while (threads_.count(id) > 0) turn();
        } catch (...) {
            todo_ = Do::nothing;
            kill_all();
            throw;
        }
        return ref(std::exchange(node_, nullptr));
    }
    /// The end: no thread runs any more, and there is a last collection.
    void shutdown() {
        kill_all();
        collect();
        kill_all();  // finalizers do not run any more
    }

  private:
    Machine& machine();

    // C++ code refers to CAFs in ways that no collector can see
    static Options with_cafs(Options heap) {
        heap.keep_cafs = true;
        return heap;
    }

    /// Lets the thread at the head of the queue run until it waits, ends, or has had its turn.
    void turn() {
        if (heap_.root_lists().run_queue().empty()) throw Deadlock();
        thread_ = &threads_.at(as<Tso>(heap_.root_lists().run_queue().front())->id);
        unpark();
        clock_.begin_turn();
        while (todo_ != Do::nothing) {
            if (todo_ != Do::perform) {
                if (collect_ || clock_.collection_is_due(heap_.bytes_allocated())) {
                    park();
                    collect();
                    unpark();
                }
                if (heap_.root_lists().run_queue().size() > 1 && clock_.turn_is_over()) return end_turn();
            }
            step(machine());
            if (clock_.step()) tick();
        }
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    void tick() {
        ++heap_.ccs()->time_ticks;
        for (auto const& hook : tick_hooks_) hook(machine());
    }

    void collect() {
        collect_ = false;
        heap_.set_ccs(heap_.cost_centres().main());
        auto const finalizers = heap_.collect([&](Collector& collector) { refs_of_host_.update(collector); },
                                              [&](Collector& collector) {
                                                  for (auto& [id, thread] : threads_)
                                                      collector.weakly(thread.tso);
                                              });
        for (auto at = threads_.begin(); at != threads_.end();) {
            Thread& thread = at++->second;
            if (!thread.tso) kill(thread);  // nobody can ever wake it
        }
        for (Closure* c : heap_.survivors().mutable_list) clean(c);
        clock_.collected(heap_.bytes_allocated());
        for (Closure* f : finalizers) finalize(f);
        for (auto const& hook : hooks_) hook(machine());
    }

    // GHC cleans an object when everything that it refers to is as old as itself, which here is at once
    void clean(Closure* c) {
        using enum ClosureType;
        switch (type(c)) {
        case MVAR_DIRTY: c->info = heap_.rts_info(MVAR_CLEAN, 3); break;
        case MUT_VAR_DIRTY: c->info = heap_.rts_info(MUT_VAR_CLEAN, 1); break;
        case MUT_ARR_PTRS_DIRTY: c->info = heap_.rts_info(MUT_ARR_PTRS_CLEAN); break;
        case SMALL_MUT_ARR_PTRS_DIRTY: c->info = heap_.rts_info(SMALL_MUT_ARR_PTRS_CLEAN); break;
        default: break;
        }
    }

    void finalize(Closure* finalizer);

    Clock clock_;
    std::vector<std::function<void(Machine&)>> hooks_, tick_hooks_;
    bool collect_ = false;
};

}  // namespace trav::ghc
