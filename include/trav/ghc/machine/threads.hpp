// trav/ghc/machine/threads.hpp: green threads: TSOs with stacks of their own, and what they wait for.
//
// Offers Threads: they start, block, are resumed and end. Who waits for an expression that another thread evaluates lies in
// the BLOCKING_QUEUE of its blackhole. O(1), but for ending them all.
#pragma once

#include "evaluator.hpp"

#include <map>

namespace trav::ghc {

class Threads : public Evaluator {
  public:
    using Evaluator::Evaluator;
    ~Threads() {
        for (auto& [id, thread] : threads_) drop_all(thread);
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

    /// The end of all of them, where they are.
    void kill_all() {
        while (!threads_.empty()) kill(threads_.begin()->second);
    }

    void finished() override { kill(*thread_); }

    void kill(Thread& thread) {
        drop_all(thread);
        if (thread.tso) {
            as<Tso>(thread.tso)->what_next = WhatNext::Complete;
            heap_.unschedule(thread.tso);
        }
        if (&thread == thread_) thread_ = nullptr;
        std::erase_if(threads_, [&](auto const& entry) { return &entry.second == &thread; });
    }

    std::map<Word, Thread> threads_;  // by the TSO's id

  private:
    static void drop_all(Thread& thread) {
        for (; !thread.suspended.empty(); thread.suspended.pop_back()) thread.suspended.back().destroy();
    }

    void wait_for(Closure* blackhole) override {
        Closure* const owner = as<Ind>(blackhole)->indirectee;
        if (owner == thread_->tso) return fail(std::make_exception_ptr(NonTermination()));
        Closure* const me = thread_->tso;
        if (type(owner) == ClosureType::TSO) {
            Closure* const queue = heap_.blocking_queue(nullptr, blackhole, owner, me);
            as<Ind>(blackhole)->indirectee = queue;
        } else {
            // the same owner still: it is this thread's own expression if the queue says so
            auto* const queue = as<BlockingQueue>(owner);
            if (queue->owner == me) return fail(std::make_exception_ptr(NonTermination()));
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
};

}  // namespace trav::ghc
