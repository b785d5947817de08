// trav/ghc/scheduler.hpp: green threads, time and collections.
//
// Offers Scheduler: run(main), fork, the queue of threads that may run, a clock that counts steps, major collections when
// the program or the options ask for them, and on_collection(f), which is where censuses are taken. Threads take turns;
// nothing depends on real time, so that every run of a program is the same.
#pragma once

#include "evaluator.hpp"

#include <functional>
#include <map>

namespace trav::ghc {

/// No thread can run, and the main thread waits. (GHC: BlockedIndefinitely.)
struct Deadlock : std::runtime_error {
    Deadlock() : std::runtime_error("ghc machine: every thread waits for another one") {}
};

struct MachineOptions {
    Options heap{};
    std::uint64_t allocation_area =
        0;  ///< collect when that many bytes were allocated since; 0: never (GHC: -A)
    std::uint64_t collect_every = 0;      ///< collect when that many steps were made since; 0: never
    std::uint64_t steps_per_tick = 1000;  ///< how long a tick of the clock is
    std::uint64_t ticks_per_turn =
        20;  ///< how long a thread runs while others wait; 0: until it waits (GHC: -C)
    double seconds_per_tick = 0.001;
    bool every_use = false;  ///< looking at a value is a use of it, too
};

class Scheduler : public Evaluator {
  public:
    explicit Scheduler(MachineOptions options) : Evaluator(with_cafs(options.heap)), options_(options) {
        count_every_use(options.every_use);
    }
    ~Scheduler() {
        for (auto& [id, thread] : threads_)
            for (; !thread.suspended.empty(); thread.suspended.pop_back()) thread.suspended.back().destroy();
    }

    /// Calls f(machine) after each collection, when everything that the program has is on the heap. No evaluation from there.
    void on_collection(std::function<void(Machine&)> f) { hooks_.push_back(std::move(f)); }
    /// Calls f(machine) at each tick. It may ask for a collection.
    void on_tick(std::function<void(Machine&)> f) { tick_hooks_.push_back(std::move(f)); }
    /// A major collection before the next step.
    void request_collection() { collect_ = true; }

    std::uint64_t steps() const { return steps_; }
    std::uint64_t ticks() const { return steps_ / options_.steps_per_tick; }
    /// How long the program ran, in the time that its steps are said to take.
    double seconds() const {
        return static_cast<double>(steps_) / static_cast<double>(options_.steps_per_tick) *
               options_.seconds_per_tick;
    }
    std::uint64_t collections() const { return collections_; }
    MachineOptions const& options() const { return options_; }

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

  protected:
    /// A new thread on the queue, its stack booked on the current cost centres.
    Thread& start(Eval code) {
        Closure* const tso = frames_.thread();
        heap_.schedule(tso);
        Thread& thread = threads_[as<Tso>(tso)->id] = Thread{tso, {}};
        Thread* const mine = std::exchange(thread_, &thread);
        frames_.select(tso);
        suspend(code.release());
        thread_ = mine;
        if (mine) frames_.select(mine->tso);
        return thread;
    }

    /// The current thread waits, off the queue.
    void block(WhyBlocked why, Closure* on) {
        heap_.block(thread_->tso, why, on);
        heap_.unschedule();
        todo_ = Do::nothing;
    }
    /// The thread may run again, and gets the value that it waited for; with `enter` it tries again to evaluate it.
    void resume(Closure* tso, Return with, Closure* value) {
        heap_.block(tso, WhyBlocked::NotBlocked, heap_.end_tso_queue());
        on_stack_of(tso, [&] { push_frame(with, value); });
        heap_.schedule(tso);
    }
    /// Calls f() with another thread's stack selected.
    template <class F>
    void on_stack_of(Closure* tso, F&& f) {
        Thread* const mine = std::exchange(thread_, &threads_.at(as<Tso>(tso)->id));
        frames_.select(tso);
        f();
        thread_ = mine;
        frames_.select(mine->tso);
    }
    /// The current thread goes to the end of the queue.
    void end_turn() {
        park();
        heap_.schedule(heap_.unschedule());
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
        if (heap_.run_queue().empty()) throw Deadlock();
        thread_ = &threads_.at(as<Tso>(heap_.run_queue().front())->id);
        unpark();
        turn_began_ = ticks();
        while (todo_ != Do::nothing) {
            if (todo_ != Do::perform) {
                if (due()) {
                    park();
                    collect();
                    unpark();
                }
                if (options_.ticks_per_turn > 0 && heap_.run_queue().size() > 1 &&
                    ticks() >= turn_began_ + options_.ticks_per_turn)
                    return end_turn();
            }
            step(machine());
            if (++steps_ % options_.steps_per_tick == 0) tick();
        }
        if (raised_) { std::rethrow_exception(std::exchange(raised_, nullptr)); }
    }

    bool due() const {
        return collect_ ||
               (options_.allocation_area > 0 &&
                heap_.bytes_allocated() - allocated_before_ >= options_.allocation_area) ||
               (options_.collect_every > 0 && steps_ - steps_before_ >= options_.collect_every);
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
        for (Closure* c : heap_.mutable_list()) clean(c);
        allocated_before_ = heap_.bytes_allocated();
        steps_before_ = steps_;
        ++collections_;
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

    void wait_for(Closure* blackhole) override {
        Closure* const owner = as<Ind>(blackhole)->indirectee;
        if (owner == thread_->tso) return raise(std::make_exception_ptr(NonTermination()));
        Closure* const me = thread_->tso;
        if (type(owner) == ClosureType::TSO) {
            Closure* const queue = heap_.blocking_queue(nullptr, blackhole, owner, me);
            as<Ind>(blackhole)->indirectee = queue;
        } else {
            // the same owner still: it is this thread's own expression if the queue says so
            auto* const queue = as<BlockingQueue>(owner);
            if (queue->owner == me) return raise(std::make_exception_ptr(NonTermination()));
            as<Tso>(me)->global_link = queue->queue;
            queue->queue = me;
        }
        block(WhyBlocked::BlackHole, blackhole);
    }
    void wake(Closure* blocking_queue) override {
        auto* const queue = as<BlockingQueue>(blocking_queue);
        for (Closure* tso = queue->queue; tso;) {
            Closure* const next = std::exchange(as<Tso>(tso)->global_link, nullptr);
            resume(tso, Return::enter, queue->bh);
            tso = next;
        }
    }

    void kill_all() {
        while (!threads_.empty()) kill(threads_.begin()->second);
    }

    void finished() override { kill(*thread_); }

    void kill(Thread& thread) {
        for (; !thread.suspended.empty(); thread.suspended.pop_back()) thread.suspended.back().destroy();
        if (thread.tso) {
            as<Tso>(thread.tso)->what_next = WhatNext::Complete;
            heap_.unschedule(thread.tso);
        }
        if (&thread == thread_) thread_ = nullptr;
        std::erase_if(threads_, [&](auto const& entry) { return &entry.second == &thread; });
    }

    MachineOptions options_;
    std::map<Word, Thread> threads_;  // by the TSO's id
    std::vector<std::function<void(Machine&)>> hooks_, tick_hooks_;
    std::uint64_t steps_ = 0, turn_began_ = 0, allocated_before_ = 0, steps_before_ = 0, collections_ = 0;
    bool collect_ = false;
};

}  // namespace trav::ghc
