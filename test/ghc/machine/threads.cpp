// test/ghc/machine/threads.cpp: run queues, sleep, sparks and the end of threads, without running them.
#include <trav/ghc/machine/threads.hpp>

#include "catch.hpp"
#include "ghc/on_capability.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace trav::ghc;

namespace {

using test::return_address;

struct Threads : test::OnCapability {
    /// 50 microseconds are 100.5 steps.
    explicit Threads(std::size_t capabilities = 1)
        : OnCapability(
              {.heap = {.capabilities = capabilities}, .steps_per_tick = 2'010'000, .seconds_per_tick = 1}) {}
    Closure* const end = tagged(heap.end_tso_queue());

    /// A new thread that sleeps until then.
    Closure* asleep(std::uint64_t until) {
        Thread& thread = forked();
        select(thread);
        thread.wakes = until;
        rts::sleep(cap);
        return thread.tso;
    }
    void steps(int n) {
        for (int i = 0; i != n; ++i) cap.clock.step();
    }
};
using Order = std::vector<Closure*>;

}  // namespace

TEST_CASE_METHOD(Threads, "a forked thread is runnable, and another one still runs", "[unit]") {
    CostCentreStack *const mine = heap.ccs(), *const other = heap.cost_centres().push(mine, "f");
    Thread& first = forked();
    select(first);
    Word* const sp = cap.frames.sp();
    Thread& second = rts::fork(cap, test::nothing(cap.registers, cap), other);
    CHECK(cap.thread == &first);
    CHECK(cap.frames.sp() == sp);
    CHECK(queue() == Order{first.tso, second.tso});
    CHECK(as<Tso>(first.tso)->stackobj->ccs == mine);
    CHECK(as<Tso>(second.tso)->stackobj->ccs == other);
    CHECK(&rts::thread_of(cap, second.tso) == &second);
    CHECK(second.suspended.size() == 1);
    CHECK_FALSE(second.quiet);
    Word const* const frame = test::top(second.tso);
    CHECK(return_address(frame) == cap.code.frame(Return::run, 0));
    auto ids = cap.thread_lists.collected([](Word) { return false; }, [](Word) { return false; });
    std::sort(ids.begin(), ids.end());
    CHECK(ids == std::vector<Word>{1, 2});
    CHECK(heap.ccs() == mine);
    Closure* const c = rts::for_system(heap, [&] { return heap.con("C"); });
    CHECK(c->ccs == heap.cost_centres().system());
    CHECK(heap.ccs() == mine);
}

TEST_CASE_METHOD(Threads, "a blocked thread leaves the queue until it gets its value", "[unit]") {
    Thread &first = forked(), &second = forked(), &third = forked();
    Closure* const on = heap.con("On");
    select(first);
    cap.registers.enter(on);
    CostCentreStack* const ccs = heap.cost_centres().push(heap.ccs(), "f");
    heap.set_ccs(ccs);
    rts::block(cap, WhyBlocked::MVar, on);
    Tso const& tso = *as<Tso>(first.tso);
    CHECK(queue() == Order{second.tso, third.tso});
    CHECK(tso.why_blocked == WhyBlocked::MVar);
    CHECK(tso.block_info == tagged(on));
    CHECK(tso.cccs == ccs);
    CHECK(cap.registers.todo == Registers::Do::nothing);

    select(second);
    Word* const sp = cap.frames.sp();
    rts::resume(cap, first.tso, tagged(on));
    CHECK(queue() == Order{second.tso, third.tso, first.tso});
    CHECK(tso.why_blocked == WhyBlocked::NotBlocked);
    CHECK(tso.block_info == end);
    CHECK(cap.thread == &second);
    CHECK(cap.frames.sp() == sp);
    Word const* const frame = test::top(first.tso);
    CHECK(return_address(frame) == cap.code.frame(Return::give_back, 1));
    CHECK(frame[1] == address(tagged(on)));

    heap.set_ccs(heap.cost_centres().main());
    cap.registers.enter(on);
    rts::end_turn(cap);
    CHECK(queue() == Order{third.tso, first.tso, second.tso});
    CHECK(cap.registers.todo == Registers::Do::nothing);
    CHECK(return_address(cap.frames.sp()) == cap.code.frame(Return::enter, 1));
}

TEST_CASE_METHOD(Threads, "sleepers are sorted: the first to wake is the last, of equal ones the oldest",
                 "[unit]") {
    Closure *const a = asleep(30), *const b = asleep(10), *const c = asleep(20), *const d = asleep(20),
                   *const e = asleep(10), *const f = asleep(40);
    CHECK(heap.sleeping() == Order{f, a, d, c, e, b});
    CHECK(queue().empty());
    CHECK(as<Tso>(a)->why_blocked == WhyBlocked::Delay);
    CHECK(as<Tso>(a)->block_info == end);
    rts::stop_sleeping(heap, d);
    CHECK(heap.sleeping() == Order{f, a, c, e, b});
}

TEST_CASE_METHOD(Threads, "sleepers wake in time, the latest at the head of the queue", "[unit]") {
    rts::wake_sleepers(cap, false);  // nobody sleeps
    CHECK(cap.clock.now() == 0);
    Closure* const busy = forked().tso;
    Closure *const a = asleep(10), *const b = asleep(20), *const c = asleep(21);
    steps(9);
    rts::wake_sleepers(cap, true);
    CHECK(queue() == Order{busy});
    CHECK(cap.clock.now() == 9);
    steps(11);
    rts::wake_sleepers(cap, true);
    CHECK(queue() == Order{b, a, busy});
    CHECK(heap.sleeping() == Order{c});
    CHECK(as<Tso>(a)->why_blocked == WhyBlocked::NotBlocked);
    steps(1);
    rts::wake_sleepers(cap, false);  // it is time already
    CHECK(queue() == Order{c, b, a, busy});
    CHECK(cap.clock.now() == 21);
}

TEST_CASE("time passes if all sleep, and 50 microseconds more", "[unit]") {
    Threads one(1), two(2);
    for (Threads* threads : {&one, &two}) {
        Capability& cap = threads->cap;
        threads->steps(5);
        Closure *const a = threads->asleep(1000), *const b = threads->asleep(1100),
                       *const c = threads->asleep(1101);
        rts::wake_sleepers(cap, true);
        CHECK(cap.clock.now() == 5);
        rts::wake_sleepers(cap, false);
        CHECK(cap.clock.now() == 1100);
        CHECK(cap.clock.steps() == 5);
        CHECK(threads->heap.sleeping() == Order{c});
        // with -threaded, GHC's timer manager puts them at the end
        CHECK(threads->queue() == (threads == &one ? Order{b, a} : Order{a, b}));
    }
}

TEST_CASE("each idle capability gets a thread for sparks", "[unit]") {
    Threads threads(4);
    Capability& cap = threads.cap;
    rts::start_sparks(cap);
    CHECK(cap.threads.empty());
    threads.heap.run_on(1);
    Closure* const busy = threads.forked().tso;
    cap.sparks.push_back(threads.heap.thunk("<spark>"));
    threads.heap.run_on(2);
    rts::start_sparks(cap);
    CHECK(cap.threads.size() == 4);
    CHECK(threads.queue(1) == Order{busy});
    for (std::size_t const k : {0u, 2u, 3u}) {
        REQUIRE(threads.queue(k).size() == 1);
        Closure* const tso = threads.queue(k).front();
        CHECK(as<Tso>(tso)->cap == k);
        CHECK(rts::thread_of(cap, tso).quiet);
        CHECK(as<Tso>(tso)->stackobj->ccs == threads.heap.cost_centres().system());
    }
    rts::start_sparks(cap);  // none is idle
    CHECK(cap.threads.size() == 4);
}

TEST_CASE_METHOD(Threads, "a killed thread waits for nothing, and is in no list", "[unit]") {
    Closure* const slept = asleep(10);
    Thread &first = forked(), &second = forked(), &third = forked();
    Closure* const tso = second.tso;
    select(first);
    heap.block(tso, WhyBlocked::BlackHole, heap.con("B"));
    rts::kill(cap, second);
    CHECK(as<Tso>(tso)->what_next == WhatNext::Complete);
    CHECK(as<Tso>(tso)->why_blocked == WhyBlocked::NotBlocked);
    CHECK(as<Tso>(tso)->block_info == end);
    CHECK(queue() == Order{first.tso, third.tso});
    CHECK(cap.thread == &first);
    CHECK(cap.threads.size() == 3);
    CHECK(cap.threads.count(3) == 0);
    CHECK(heap.sleeping() == Order{slept});
    rts::kill(cap, rts::thread_of(cap, slept));
    CHECK(heap.sleeping().empty());
    CHECK(cap.thread == &first);
    rts::kill(cap, first);
    CHECK(cap.thread == nullptr);
    CHECK(queue() == Order{third.tso});
    cap.threads[77].quiet = true;  // without a TSO, as if its allocation had failed
    rts::kill_all(cap);
    CHECK(cap.threads.empty());
    CHECK(queue().empty());
}
