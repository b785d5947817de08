// Several capabilities: the order in which threads run; programs give the same results with any number of
// them.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <ghc/programs.hpp>
#include <trav/ghc/layout/check.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

using ghc::as;

namespace {

ghc::MachineOptions on(std::size_t capabilities) {
    return {.heap = {.capabilities = capabilities}, .steps_per_tick = 100, .ticks_per_turn = 0};
}
std::size_t capability_of(Ref const& thread) { return as<ghc::Tso>(thread.closure())->cap; }

Eval one(Machine& m, Ref x) { co_return m.con(Int, 1 + number(x)); }

/// Takes some steps and occasionally reports its name.
Eval busy(Machine& m, std::string* story, char name, int rounds, Ref done) {
    for (int i = 0; i < rounds; ++i) {
        *story += name;
        for (int j = 0; j < 20; ++j) co_await m.thunk("t", one, m.con(Int, j));
    }
    if (done) co_await m.put(done, m.unit());
    co_return m.unit();
}
Eval spins(Machine& m, int n) {
    for (int j = 0; j < n; ++j) co_await m.thunk("t", one, m.con(Int, j));
    co_return m.unit();
}
/// Lets other threads run on this capability and on the others.
Eval others_run(Machine& m) {
    for (int i = 0; i < 20; ++i) {
        co_await m.yield();
        co_await spins(m, 100);
    }
    co_return m.unit();
}
/// Merges repeated letters.
std::string without_repeats(std::string story) {
    story.erase(std::unique(story.begin(), story.end()), story.end());
    return story;
}

}  // namespace

namespace {

// each on its own capability; the main thread waits
Eval two_pinned(Machine& m, std::string* story) {
    Ref const a = m.mvar(), b = m.mvar();
    m.fork_on(0, busy(m, story, 'a', 40, a));
    m.fork_on(1, busy(m, story, 'b', 40, b));
    co_await m.take(a);
    co_await m.take(b);
    co_return m.unit();
}
// both on the first
Eval two_beside(Machine& m, std::string* story) {
    Ref const a = m.mvar(), b = m.mvar();
    m.fork_on(0, busy(m, story, 'a', 40, a));
    m.fork_on(2, busy(m, story, 'b', 40, b));  // with two capabilities: 0
    co_await m.take(a);
    co_await m.take(b);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Several capabilities: each runs for a tick in turn, for any length of a thread's turn", "[unit]") {
    std::string apart, beside, alone, again;
    Machine m(on(2)), n(on(2)), l(on(1)), o(on(2));
    m.run(two_pinned(m, &apart));
    n.run(two_beside(n, &beside));
    l.run(two_pinned(l, &alone));
    o.run(two_pinned(o, &again));
    CHECK(without_repeats(alone) == "ab");
    CHECK(without_repeats(beside) == "ab");
    std::string const turns = without_repeats(apart);
    CHECK(turns.size() > 10);
    CHECK(turns.starts_with("ababab"));
    CHECK(again == apart);
}

namespace {

Eval three_turns(Machine& m, std::string* story) {
    Ref const a = m.mvar(), b = m.mvar(), c = m.mvar();
    m.fork_on(0, busy(m, story, 'a', 60, a));
    m.fork_on(0, busy(m, story, 'b', 60, b));
    m.fork_on(1, busy(m, story, 'c', 120, c));
    for (Ref const& r : {a, b, c}) co_await m.take(r);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Several capabilities: a turn counts only the time in which its thread runs", "[unit]") {
    // 4 ticks of its own; the other capability runs for as many in between
    Machine m({.heap = {.capabilities = 2}, .steps_per_tick = 100, .ticks_per_turn = 4});
    std::string story;
    m.run(three_turns(m, &story));
    std::string first = without_repeats(story);
    std::erase(first, 'c');
    CHECK(without_repeats(first).starts_with("abab"));
    std::size_t const turn_of_a = story.find('b');
    auto const stops = [&] {  // number of times that `a` was stopped in its first turn, before `b` ran
        std::string const until = without_repeats(story.substr(0, turn_of_a));
        return std::ranges::count(until, 'c');
    };
    CHECK(stops() >= 3);
    CHECK(stops() <= 4);
}

namespace {

Eval waits(Machine& m, Ref v) {
    co_await m.take(v);
    co_return m.unit();
}
// -- the places of threads
Eval handed_over(Machine& m, std::vector<std::size_t>* places) {
    Ref const v = m.mvar();
    std::vector<Ref> threads;
    for (int i = 0; i < 6; ++i) threads.push_back(m.fork(waits(m, v)));
    for (std::size_t k = 0; k < 6; ++k) threads.push_back(m.fork_on(k, waits(m, v)));
    co_await others_run(m);
    for (Ref const& t : threads) places->push_back(capability_of(t));
    for (std::size_t i = 0; i < threads.size(); ++i) co_await m.put(v, m.unit());
    co_await others_run(m);
    for (Ref const& t : threads) {
        CHECK(as<ghc::Tso>(t.closure())->what_next == ghc::WhatNext::Complete);
        places->push_back(capability_of(t));
    }
    co_return m.unit();
}

}  // namespace

TEST_CASE("Several capabilities: threads stay where forkOn puts them; others move to idle capabilities",
          "[unit]") {
    std::vector<std::size_t> places;
    Machine m(on(3));
    m.run(handed_over(m, &places));
    REQUIRE(places.size() == 24);
    std::vector<std::size_t> const pinned(places.begin() + 6, places.begin() + 12);
    CHECK(pinned == std::vector<std::size_t>{0, 1, 2, 0, 1, 2});
    CHECK(std::vector(places.begin() + 18, places.end()) == pinned);  // woken there
    places.clear();
    Machine n(on(1));
    n.run(handed_over(n, &places));
    CHECK(places == std::vector<std::size_t>(24, 0));
}

namespace {

Eval forks_four(Machine& m, std::vector<std::size_t>* places) {
    std::vector<Ref> threads;
    for (int i = 0; i < 4; ++i) threads.push_back(m.fork(spins(m, 1000)));
    co_await spins(m, 200);
    for (Ref const& t : threads) places->push_back(capability_of(t));
    places->push_back(m.heap().capability());
    co_return m.unit();
}

}  // namespace

TEST_CASE("Several capabilities: idle ones receive threads, but never the main thread", "[unit]") {
    std::vector<std::size_t> places;
    Machine m({.heap = {.capabilities = 5}, .steps_per_tick = 100, .ticks_per_turn = 1});
    m.run(forks_four(m, &places));
    REQUIRE(places.size() == 5);
    CHECK(places.back() == 0);
    std::ranges::sort(places);
    CHECK(places == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

namespace {

std::size_t count(ghc::Heap& heap, std::string const& name) {
    std::size_t n = 0;
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c) n += ghc::description(*c) == name;
    return n;
}

Eval makes(Machine& m, long n, Ref ready, Ref stop) {
    Ref list = m.con("[]");
    for (long i = 0; i < n; ++i) list = m.con(":", m.con(Int, i), list);
    co_await m.put(ready, m.unit());
    co_await m.take(stop);
    co_return m.unit();
}
// three capabilities whose threads run, each with a list on its stack
Eval lists(Machine& m, std::string*) {
    Ref const ready = m.mvar(), stop = m.mvar();
    for (std::size_t k = 0; k < 3; ++k) m.fork_on(k, makes(m, 100, ready, stop));
    for (int i = 0; i < 3; ++i) co_await m.take(ready);
    co_await m.perform_major_gc();
    CHECK(count(m.heap(), ":") == 300);
    CHECK(count(m.heap(), "TSO") == 4);
    for (int i = 0; i < 3; ++i) co_await m.put(stop, m.unit());
    co_await others_run(m);
    co_await m.perform_major_gc();
    CHECK(count(m.heap(), ":") == 0);
    CHECK(count(m.heap(), "TSO") == 1);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Several capabilities: a collection stops all of them and finds the objects of all threads",
          "[unit]") {
    Machine m(on(3)), often({.heap = {.capabilities = 3}, .collect_every = 7, .steps_per_tick = 10});
    for (Machine* machine : {&m, &often}) {
        std::string unused;
        machine->run(lists(*machine, &unused));
    }
}

namespace {

Eval busy_for_ever(Machine& m, Ref stop) {
    while (number(m.read(stop)) == 0) co_await m.thunk("t", one, m.con(Int, 1));
    co_return m.unit();
}
Eval queues(Machine& m, std::string*) {
    Ref const stop = m.mut_var(m.con(Int, 0));
    for (std::size_t k = 0; k < 9; ++k) m.fork_on(k, busy_for_ever(m, stop));
    co_await spins(m, 500);
    co_await m.perform_major_gc();
    auto const& roots = m.heap().root_lists();
    REQUIRE(roots.run_queues().size() == 3);
    std::vector<Closure*> all, ghc;
    for (std::size_t k = 0; k < 3; ++k) {
        auto const& queue = roots.run_queues()[k];
        CHECK(queue.size() == (k == m.heap().capability() ? 4 : 3));  // plus the main thread
        for (Closure* tso : queue) CHECK(as<ghc::Tso>(tso)->cap == k);
        for (std::size_t i = 0; i + 1 < queue.size(); ++i)
            CHECK(as<ghc::Tso>(queue[i])->next == queue[i + 1]);
        all.insert(all.end(), queue.begin(), queue.end());
        ghc.insert(ghc.end(), {queue.front(), queue.back()});
    }
    CHECK(m.heap().roots() == all);
    CHECK(m.heap().ghc_roots() == ghc);
    m.write(stop, m.con(Int, 1));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Several capabilities: the roots are all run queues; GHC's are the head and tail of each",
          "[unit]") {
    Machine m({.heap = {.capabilities = 3}, .steps_per_tick = 100});
    std::string unused;
    m.run(queues(m, &unused));
}

namespace {

// -- exceptions, values and masks across capabilities
Eval tells(Machine& m, Ref told, Ref exception) {
    co_await m.put(told, exception);
    co_return m.unit();
}
Eval catches(Machine& m, Ref x, Ref told) { co_return m.catch_exception(x, m.fun("tells", tells, told)); }
Eval wants(Machine& m, Ref x, Ref out) {
    Ref const value = co_await std::move(x);
    co_await m.put(out, value);
    co_return m.unit();
}
Eval counts_to(Machine& m, long n, Ref v) {
    long sum = 0;
    for (long i = 0; i < n; ++i) {
        Ref const x = co_await m.thunk("t", one, m.con(Int, i));
        sum += number(x);
    }
    Ref const more = co_await m.take(v);
    co_return m.con(Int, sum + number(more));
}
Eval across(Machine& m, std::string* story) {
    Ref const v = m.mvar(), told = m.mvar(), out = m.mvar(), x = m.thunk("<count>", counts_to, 100L, v);
    Ref const first = m.fork_on(1, catches(m, x, told));
    co_await spins(m, 300);
    for (std::size_t k = 0; k < 3; ++k) m.fork_on(k, wants(m, x, out));
    co_await spins(m, 300);
    co_await m.throw_to(first, m.con(Int, 7));
    Ref const exception = co_await m.take(told);
    *story += std::to_string(number(exception));
    co_await m.put(v, m.con(Int, 50));  // x is resumed elsewhere
    for (int i = 0; i < 3; ++i) {
        Ref const value = co_await m.take(out);
        *story += " " + std::to_string(number(value));
    }
    co_return m.unit();
}
Eval stopped(Machine& m, Ref x, Ref told) { co_return m.catch_exception(x, m.fun("tells", tells, told)); }
Eval never_waits(Machine& m) {
    for (;;) co_await m.thunk("t", one, m.con(Int, 1));
    co_return m.unit();
}
// throws to a running thread
Eval runs_elsewhere(Machine& m, std::string* story) {
    Ref const told = m.mvar();
    Ref const t = m.fork_on(1, stopped(m, m.thunk("<never>", never_waits), told));
    co_await spins(m, 300);
    co_await m.throw_to(t, m.con(Int, 3));
    Ref const exception = co_await m.take(told);
    *story += std::to_string(number(exception));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Several capabilities: exceptions and values move between them", "[unit]") {
    for (std::size_t const n : {1u, 2u, 3u})
        for (std::uint64_t const every : {0u, 1u, 13u}) {
            ghc::MachineOptions options = on(n);
            options.collect_every = every;
            options.ticks_per_turn = 2;
            Machine m(options), k(options);
            for (Machine* machine : {&m, &k})
                machine->on_collection([](Machine& at) {
                    auto const readable = [](ghc::Word, std::size_t) { return true; };
                    auto const objects = at.heap().objects();
                    for (auto c = objects.begin(); c != objects.end(); ++c) ghc::check_closure(*c, readable);
                });
            std::string story, other;
            m.run(across(m, &story));
            CHECK(story == "7 5100 5100 5100");  // 1 + 2 + ... + 100, and 50
            k.run(runs_elsewhere(k, &other));
            CHECK(other == "3");
            m.shutdown();
            k.shutdown();
        }
}

namespace {

// longer than a time slice
Eval increment(Machine& m, Ref v, Ref) {
    Ref const x = co_await m.read_tvar(v);
    co_await spins(m, 40);
    co_await m.write_tvar(v, m.con(Int, number(x) + 1));
    co_return m.unit();
}
Eval increments(Machine& m, Ref v, int n, Ref done) {
    for (int i = 0; i < n; ++i) co_await m.atomically(m.fun("increment", increment, v));
    co_await m.put(done, m.unit());
    co_return m.unit();
}
Eval in_transactions(Machine& m) {
    Ref const v = m.tvar(m.con(Int, 0)), done = m.mvar();
    for (std::size_t k = 0; k < 3; ++k) m.fork_on(k, increments(m, v, 20, done));
    for (int i = 0; i < 3; ++i) co_await m.take(done);
    co_return m.read(v);
}

}  // namespace

TEST_CASE("Several capabilities: overlapping transactions lose no updates", "[unit]") {
    for (std::uint64_t const every : {0u, 7u}) {
        ghc::MachineOptions options = on(3);
        options.collect_every = every;
        Machine m(options);
        CHECK(number(m.run(in_transactions(m))) == 60);
    }
}

TEST_CASE("Several capabilities: each fills its own blocks", "[unit]") {
    ghc::Heap heap({.capabilities = 2});
    std::vector<Closure*> made;
    for (std::size_t const k : {0u, 1u, 0u, 1u}) {
        heap.run_on(k);
        made.push_back(heap.con(Int, {}, {k}));
    }
    auto const block = [&](std::size_t i) { return ghc::Block::of(made[i]); };
    CHECK(block(0) == block(2));
    CHECK(block(1) == block(3));
    CHECK(block(0) != block(1));
    std::size_t n = 0;
    auto const objects = heap.objects();
    for (auto c = objects.begin(); c != objects.end(); ++c) ++n;
    CHECK(n == 4);
    CHECK_THROWS_AS(ghc::Heap({.capabilities = 0}), std::invalid_argument);
}

TEST_CASE("Several capabilities: a deadlock requires that no thread can run on any of them", "[unit]") {
    Machine m(on(4));
    CHECK_THROWS_WITH(m.run(waits(m, m.mvar())),
                      "ghc machine: uncaught exception: BlockedIndefinitelyOnMVar");
}

TEST_CASE("Several capabilities: programs with threads have the same output with any number of them",
          "[property]") {
    for (Program const& p : programs()) {
        constexpr std::string_view threads = "actors blocked killed masked parallel stm";
        if (threads.find(p.name) == threads.npos) continue;
        INFO(p.name);
        Machine one_only, four({.heap = {.capabilities = 4}, .steps_per_tick = 100});
        p.run(one_only, {});
        p.run(four, {});
        CHECK(four.output() == one_only.output());
    }
}
