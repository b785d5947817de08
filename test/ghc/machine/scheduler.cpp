// Threads, turns, the clock, collections.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using ghc::Scc;

namespace {

Eval one(Machine& m, Ref x) { co_return m.con(Int, 1 + number(x)); }

// takes that many rounds and reports occasionally
Eval worker(Machine& m, std::string* story, char name, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        *story += name;
        for (int j = 0; j < 100; ++j) co_await m.thunk("t", one, m.con(Int, j));
    }
    co_return m.unit();
}

Eval two_workers(Machine& m, std::string* story) {
    m.fork(worker(m, story, 'b', 10));
    co_await worker(m, story, 'a', 10);
    while (story->size() < 20) co_await m.yield();
    co_return m.unit();
}

}  // namespace

TEST_CASE("Scheduler: threads take turns by the clock, the same in every run", "[unit]") {
    std::string alone, together, again;
    Machine patient({.ticks_per_turn = 0});
    patient.run(two_workers(patient, &alone));
    CHECK(alone == "aaaaaaaaaabbbbbbbbbb");
    Machine quick({.steps_per_tick = 50, .ticks_per_turn = 4});
    quick.run(two_workers(quick, &together));
    CHECK(together.substr(0, 4) == "abab");
    CHECK(together.size() == 20);
    Machine other({.collect_every = 1, .steps_per_tick = 50, .ticks_per_turn = 4});
    other.run(two_workers(other, &again));
    CHECK(again == together);
}

namespace {

int evaluations = 0;
Eval slow(Machine& m, Ref x) {
    ++evaluations;
    co_await m.yield();
    co_await m.perform_major_gc();
    co_return m.con(Int, 2 * number(x));
}
Eval wants(Machine& m, Ref t, Ref box) {
    Ref const x = co_await t;
    co_await m.put(box, x);
    co_return m.unit();
}
Eval four_want(Machine& m) {
    Ref const t = m.thunk("slow", slow, m.con(Int, 21000));
    std::vector<Ref> boxes;
    for (int i = 0; i < 4; ++i) {
        boxes.push_back(m.mvar());
        m.fork(wants(m, t, boxes.back()));
    }
    long sum = 0;
    for (Ref const& box : boxes) {
        Ref const x = co_await m.take(box);
        sum += number(x);
    }
    co_return m.con(Int, sum);
}

}  // namespace

TEST_CASE("Scheduler: threads that need the same value wait for the one that evaluates it", "[unit]") {
    evaluations = 0;
    Machine m;
    std::size_t queues = 0, waiting = 0;
    m.on_collection([&](Machine&) {
        auto const objects = m.heap().objects();
        for (auto c = objects.begin(); c != objects.end(); ++c) {
            queues += ghc::type(*c) == ClosureType::BLOCKING_QUEUE;
            waiting += ghc::type(*c) == ClosureType::TSO &&
                       ghc::as<ghc::Tso>(*c)->why_blocked == ghc::WhyBlocked::BlackHole;
        }
    });
    CHECK(number(m.run(four_want(m))) == 4 * 42000);
    CHECK(evaluations == 1);
    CHECK(queues == 1);
    CHECK(waiting == 1);  // which gave the owner the next turn, as in GHC
}

namespace {

// test/data/ghc/twins/Waiting.hs
Eval taken_and_one(Machine& m, Ref v) {
    Ref const x = co_await m.take(v);
    co_return m.con(Int, number(x) + 1);
}
Eval evaluates(Machine& m, Ref x, std::string* story, char name) {
    co_await std::move(x);
    *story += name;
    co_return m.unit();
}
Eval waiting(Machine& m, std::string* story) {
    Ref const v = m.mvar(), x = m.thunk("x", taken_and_one, v);
    {
        Scc const scc = m.scc("owner");
        m.fork(evaluates(m, x, story, '0'));
    }
    co_await m.yield();
    for (char const name : {'1', '2', '3'}) {
        Scc const scc = m.scc("reader");
        m.fork(evaluates(m, x, story, name));
    }
    co_await m.yield();
    co_await m.yield();
    co_await m.perform_major_gc();
    co_await m.put(v, m.con(Int, 5));
    co_await m.yield();
    co_await m.yield();
    co_return x;
}

}  // namespace

TEST_CASE("Scheduler: N6: the messages and the queue of waiting threads are as in GHC", "[conformance]") {
    std::string story;
    Machine m;
    std::map<std::string, std::size_t> bytes;
    m.on_collection([&](Machine&) {
        auto const all = m.heap().objects();
        for (auto c = all.begin(); c != all.end(); ++c) {
            std::string const name(ghc::description(*c));
            if (name != "MSG_BLACKHOLE" && name != "BLOCKING_QUEUE") continue;
            bytes[name] += ghc::size_bytes(*c);
            CHECK(std::string((*c)->ccs->cc->label) == "SYSTEM");
            if (name != "BLOCKING_QUEUE") continue;
            auto const& queue = *ghc::as<ghc::BlockingQueue>(*c);
            CHECK(ghc::untag(ghc::as<ghc::Tso>(queue.owner)->bq) == *c);
            auto const& last = *ghc::as<ghc::MessageBlackHole>(ghc::untag(queue.queue));
            CHECK(ghc::untag(ghc::as<ghc::Tso>(last.tso)->block_info) == &last);
            CHECK(last.bh == queue.bh);
        }
    });
    CHECK(number(m.run(waiting(m, &story))) == 6);
    CHECK(bytes == std::map<std::string, std::size_t>{{"MSG_BLACKHOLE", 96}, {"BLOCKING_QUEUE", 40}});
    CHECK(story == "0321");
    m.shutdown();
    CHECK(bytes["BLOCKING_QUEUE"] == 40);  // no more of them
}

namespace {

Eval with_child(Machine& m) {
    m.fork(taken_and_one(m, m.mvar()));
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

TEST_CASE("Scheduler: N11: the main thread's stack is the system's", "[conformance]") {
    Machine m;
    std::vector<std::string> owners;
    m.on_collection([&](Machine&) {
        auto const all = m.heap().objects();
        for (auto c = all.begin(); c != all.end(); ++c)
            if (ghc::type(*c) == ClosureType::STACK) owners.emplace_back((*c)->ccs->cc->label);
    });
    Scc const scc = m.scc("main");
    m.run(with_child(m));
    std::sort(owners.begin(), owners.end());
    CHECK(owners == std::vector<std::string>{"SYSTEM", "main"});
}

namespace {

Eval busy(Machine& m, int n) {
    Scc const scc = m.scc("busy");
    for (int i = 0; i < n; ++i) co_await m.thunk("t", one, m.con(Int, i));
    co_return m.unit();
}
Eval measured(Machine& m) {
    Scc const scc = m.scc("main");
    co_await busy(m, 1000);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Scheduler: the clock counts steps, and charges a tick to the current cost centre", "[unit]") {
    Machine m({.steps_per_tick = 100, .seconds_per_tick = 0.5});
    std::uint64_t told = 0;
    m.on_tick([&](Machine&) { ++told; });
    m.run(measured(m));
    auto& centres = m.heap().cost_centres();
    auto* const stack = centres.push(centres.push(centres.main(), "main"), "busy");
    CHECK(m.clock().ticks() == m.clock().steps() / 100);
    CHECK(told == m.clock().ticks());
    CHECK(m.seconds() == Approx(static_cast<double>(m.clock().steps()) / 200));
    CHECK(stack->time_ticks == m.clock().ticks());
    CHECK(stack->scc_count == 1);
    // 1000 numbers of 2 words, 1000 thunks of 3 and their values of 2
    CHECK(stack->mem_alloc == 1000 * (2 + 3 + 2));
}

TEST_CASE("Scheduler: the program, the options or a hook may request collections", "[unit]") {
    struct Case {
        ghc::MachineOptions options;
        std::uint64_t least, most;
    };
    for (Case const& c :
         {Case{{}, 0, 0}, Case{{.allocation_area = 8000}, 12, 14}, Case{{.collect_every = 300}, 6, 14}}) {
        Machine m(c.options);
        m.run(busy(m, 1000));
        CHECK(m.clock().collections() >= c.least);
        CHECK(m.clock().collections() <= c.most);
    }
    Machine m({.steps_per_tick = 100});
    int seen = 0;
    m.on_tick([&](Machine& machine) { machine.request_collection(); });
    m.on_collection([&](Machine&) { ++seen; });
    m.run(busy(m, 1000));
    CHECK(seen + 1 >= static_cast<int>(m.clock().ticks()));
    m.shutdown();
    auto const left = m.heap().objects();
    CHECK(left.begin() == left.end());
    CHECK(seen == static_cast<int>(m.clock().collections()));
}

namespace {

// allocates a marker under the current stack
Eval marker(Machine& m, Ref) { co_return m.con("Marker", 1); }
Eval marker_of_two(Machine& m, Ref, Ref) { co_return m.con("Marker", 2); }

std::string path(ghc::CostCentreStack const* ccs) {
    std::string all;
    for (; ccs; ccs = ccs->parent) all = std::string(ccs->cc->label) + (all.empty() ? "" : ",") + all;
    return all;
}

Eval stacks(Machine& m, std::vector<std::string>* seen) {
    auto const look = [&](Ref const& r) { seen->push_back(path(r.closure()->ccs)); };
    Scc const outer = m.scc("main");
    Ref t, f;
    {
        Scc const scc = m.scc("make");
        t = m.thunk("t", marker, m.unit());
        f = m.fun("f", marker_of_two, m.unit());
    }
    {
        Scc const scc = m.scc("use");
        look(co_await t);                    // the stack under which the thunk was allocated
        look(m.con("Here", 1));              // afterwards, the previous stack
        look(co_await m.call(f, m.unit()));  // pushes the part of the function's stack that is not shared
        look(m.con("Here", 2));
        Scc const again = m.scc("main");
        look(m.con("Here", 3));                               // recursion truncates
        look(co_await m.call(m.fun("g", marker), m.unit()));  // a static function adds nothing
    }
    look(m.con("Here", 4));
    co_return m.unit();
}

}  // namespace

TEST_CASE("Scheduler: thunks restore their stack, functions append theirs", "[conformance]") {
    Machine m;
    std::vector<std::string> seen;
    m.run(stacks(m, &seen));
    CHECK(seen == std::vector<std::string>{"MAIN,main,make", "MAIN,main,use", "MAIN,main,use,make",
                                           "MAIN,main,use", "MAIN,main", "MAIN,main", "MAIN,main"});
}

namespace {

Eval dies(Machine& m) {
    co_await m.yield();
    throw std::runtime_error("in a thread");
    co_return m.unit();
}
Eval forks_one_that_dies(Machine& m) {
    m.fork(dies(m));
    for (int i = 0; i < 10; ++i) co_await m.yield();
    co_return m.con(Int, 5);
}

}  // namespace

TEST_CASE("Scheduler: an exception of entry code in any thread reaches the caller of run", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.run(forks_one_that_dies(m)), "in a thread");
}

namespace {

// main = do v <- newEmptyMVar; replicateM_ 3 (forkIO (takeMVar v)); yield; replicateM_ 3 (tryPutMVar v x)
//           performMajorGC
Eval takes(Machine& m, Ref box) { co_return m.take(box); }
Eval wakes_three(Machine& m, std::vector<std::string>& roots) {
    Ref const box = m.mvar();
    std::map<ghc::Word, std::string> names{{ghc::as<ghc::Tso>(m.my_thread_id().closure())->id, "main"}};
    for (char const* const name : {"first", "second", "third"})
        names[ghc::as<ghc::Tso>(m.fork(takes(m, box)).closure())->id] = name;
    co_await m.yield();
    for (int i = 0; i != 3; ++i) m.try_put(box, m.con(Int, 1000 + i));
    m.on_collection([&roots, names](Machine& machine) {
        if (!roots.empty()) return;
        for (Closure* const c : machine.heap().ghc_roots())
            roots.push_back(names.at(ghc::as<ghc::Tso>(c)->id));
    });
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

// program 1239 of test/differential: the value on the first thread's stack has the retainer `main` with -hr
TEST_CASE("Scheduler: a thread that collects is in a foreign call, and in no run queue", "[conformance]") {
    std::vector<std::string> roots;
    Machine m;
    m.run(wakes_three(m, roots));
    CHECK(roots == std::vector<std::string>{"first", "third", "main"});
}

namespace {

Eval sleeper(Machine& m, std::uint64_t& woken) {
    co_await m.thread_delay(10'000);  // ten ticks
    woken = m.clock().steps();
    co_return m.unit();
}
Eval busy_while_it_sleeps(Machine& m, std::uint64_t& began, std::uint64_t& woken) {
    began = m.clock().steps();
    m.fork(sleeper(m, woken));
    co_await m.yield();
    co_await busy(m, 1000);
    CHECK(woken != 0);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Scheduler: a sleeping thread wakes while another one runs, and not before its time", "[unit]") {
    std::uint64_t began = 0, woken = 0;
    Machine m({.steps_per_tick = 100, .ticks_per_turn = 1});
    m.run(busy_while_it_sleeps(m, began, woken));
    CHECK(woken >= began + 1000);
    CHECK(m.clock().now() == m.clock().steps());
}

namespace {

Eval yields_for_ever(Machine& m) {
    Ref const held = m.bytes(100);
    for (;;) co_await m.yield();
    co_return held;
}
int finalized = 0;
Eval finalizer(Machine& m, Ref) {
    ++finalized;
    co_return m.unit();
}
Eval leaves_a_weak_pointer(Machine& m) {
    m.weak(m.con(Int, 1000), m.unit(), m.fun("finalizer", finalizer));
    co_return m.unit();
}
Eval leaves_a_thread(Machine& m) {
    m.fork(yields_for_ever(m));
    co_await m.yield();
    co_return m.unit();
}

}  // namespace

TEST_CASE("Scheduler: shutdown stops all threads, and runs no finalizers", "[unit]") {
    Machine m;
    m.run(leaves_a_thread(m));
    m.shutdown();
    auto const left = m.heap().objects();
    CHECK(left.begin() == left.end());
    finalized = 0;
    m.run(leaves_a_weak_pointer(m));
    m.shutdown();
    m.run(busy(m, 100));
    CHECK(finalized == 0);
    for (auto const& queue : m.heap().root_lists().run_queues()) CHECK(queue.empty());
}

namespace {

Eval collects(Machine& m) {
    co_await m.perform_major_gc();
    co_return m.con(Int, 5);
}

}  // namespace

TEST_CASE("Scheduler: an exception of a hook, in a foreign call of the program, ends the program", "[unit]") {
    bool throws = true;
    Machine m;
    m.on_collection([&](Machine&) {
        if (std::exchange(throws, false)) throw std::runtime_error("in a hook");
    });
    CHECK_THROWS_WITH(m.run(collects(m)), "in a hook");
    CHECK(m.heap().root_lists().suspended().empty());
    CHECK(number(m.run(collects(m))) == 5);
    m.shutdown();
    auto const left = m.heap().objects();
    CHECK(left.begin() == left.end());
}

namespace {

Eval waits_for_ever(Machine& m, Ref box) { co_return m.take(box); }
Eval told(Machine& m, Ref exception) { co_return m.con(Int, exception.is("NonTermination")); }
Eval catches_it(Machine& m) {
    Ref const box = m.mvar();
    m.heap().stable(box.closure());  // it stays reachable
    Ref const x = co_await m.catch_exception(m.thunk("<waits>", waits_for_ever, box), m.fun("told", told));
    co_return x;
}
Eval throws_to(Machine& m, Ref thread) {
    co_await m.throw_to(thread, m.con("Stop"));
    co_return m.unit();
}
Eval reports(Machine& m, std::string* story) {
    *story += 'b';
    co_return m.unit();
}
std::string* story_of_other = nullptr;
Eval forks_and_waits(Machine& m, Ref) {
    m.fork(throws_to(m, m.my_thread_id()));
    co_await m.yield();
    m.fork(reports(m, story_of_other));
    co_return m.take(m.mvar());  // can be interrupted
}
Eval masks(Machine& m) { co_return m.mask(m.fun("forks_and_waits", forks_and_waits)); }

}  // namespace

// GHC: scheduleDetectDeadlock
TEST_CASE("Scheduler: if no thread can run, the main thread may catch NonTermination", "[conformance]") {
    Machine m;
    CHECK(number(m.run(catches_it(m))) == 1);
}

TEST_CASE("Scheduler: no thread runs after the main thread's uncaught exception", "[unit]") {
    std::string story;
    story_of_other = &story;
    Machine m;
    CHECK_THROWS_WITH(m.run(masks(m)), "ghc machine: uncaught exception: Stop");
    CHECK(story.empty());
}

namespace {

ghc::Tso const& tso_of(Ref const& thread) { return *ghc::as<ghc::Tso>(thread.closure()); }
Eval waits_in(Machine& m, Ref box) {
    Scc const scc = m.scc("waits");
    co_await m.take(box);
    co_return m.unit();
}
// GHC: SAVE_THREAD_STATE, tryWakeupThread, stg_stop_thread
Eval states(Machine& m) {
    Ref const box = m.mvar(), thread = m.fork(waits_in(m, box));
    CHECK(tso_of(thread).what_next == ghc::WhatNext::RunGHC);
    co_await m.yield();
    CHECK(tso_of(thread).why_blocked == ghc::WhyBlocked::MVar);
    CHECK(tso_of(thread).cccs->cc->label == std::string("waits"));
    co_await m.put(box, m.unit());
    CHECK(tso_of(thread).why_blocked == ghc::WhyBlocked::NotBlocked);
    co_await m.yield();
    CHECK(tso_of(thread).what_next == ghc::WhatNext::Complete);
    co_return m.unit();
}
Eval tells_time(Machine& m, Ref box, std::uint64_t& now) {
    co_await m.thread_delay(100);
    now = m.clock().now();
    co_await m.put(box, m.unit());
    co_return m.unit();
}
// the sleeper's time comes while the main thread runs, but no tick does
Eval later_than_due(Machine& m) {
    std::uint64_t now = 0;
    Ref const box = m.mvar();
    m.fork(tells_time(m, box, now));
    co_await m.yield();
    co_await busy(m, 100);
    std::uint64_t const before = m.clock().now();
    co_await m.take(box);
    CHECK(now >= before);
    co_return m.unit();
}
Eval writes(Machine& m, std::string& order, char name) {
    order += name;
    co_return m.unit();
}
// the main thread waits for its turn, where a tick ends with each step
Eval gives_turns_away(Machine& m, std::string& order) {
    for (char const name : {'a', 'b'}) {
        m.fork(writes(m, order, name));
        co_await m.yield();
        order += '-';
    }
    co_return m.unit();
}
Eval blocked_in_a_failed_program(Machine& m) {
    m.heap().stable(m.fork(takes(m, m.mvar())).closure());
    co_await m.yield();
    throw std::runtime_error("the program ends");
    co_return m.unit();
}

}  // namespace

TEST_CASE("Scheduler: the TSO says what its thread does, and its cost centres", "[conformance]") {
    Machine m;
    m.run(states(m));
}

TEST_CASE("Scheduler: time does not run backwards when a sleeper wakes late", "[unit]") {
    Machine m({.steps_per_tick = 1'000'000, .seconds_per_tick = 1});
    m.run(later_than_due(m));
}

TEST_CASE("Scheduler: a thread that yields stays behind the others at a tick", "[unit]") {
    Machine m({.steps_per_tick = 1});
    std::string order;
    m.run(gives_turns_away(m, order));
    CHECK(order == "a-b-");
}

TEST_CASE("Scheduler: a thread that the end of a failed program stops is not blocked", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.run(blocked_in_a_failed_program(m)), "the program ends");
    Closure const* const thread = ghc::untag(m.heap().root_lists().stable_table().back());
    CHECK(ghc::as<ghc::Tso>(thread)->why_blocked == ghc::WhyBlocked::NotBlocked);
    CHECK(ghc::as<ghc::Tso>(thread)->what_next == ghc::WhatNext::Complete);
    CHECK(ghc::untag(ghc::as<ghc::Tso>(thread)->block_info) == m.heap().end_tso_queue());
}

namespace {

std::vector<std::size_t> evaluated_on;  // the capabilities that began to evaluate sparks
Eval long_spark(Machine& m, long) {
    evaluated_on.push_back(m.heap().capability());
    co_return busy(m, 100);
}
Eval sparks_while_busy(Machine& m) {
    for (long i = 0; i != 2; ++i) m.par(m.thunk("<spark>", long_spark, i));
    co_await m.yield();
    co_return busy(m, 1000);
}
Eval sparks_while_waiting(Machine& m) {
    m.fork_on(1, busy(m, 1000));
    m.par(m.thunk("<spark>", long_spark, 0L));
    co_await m.thread_delay(1000);
    co_return m.unit();
}
Eval bad_spark(Machine& m, long) {
    evaluated_on.push_back(m.heap().capability());
    co_return m.raise(m.con("Stop"));
}
Eval sparks_badly(Machine& m) {
    m.par(m.thunk("<spark>", bad_spark, 0L));
    co_await m.yield();
    co_return busy(m, 1000);
}

}  // namespace

TEST_CASE("Scheduler: each idle capability evaluates sparks, and says nothing of exceptions", "[unit]") {
    ghc::MachineOptions const options{.heap = {.capabilities = 3}, .steps_per_tick = 10};
    evaluated_on.clear();
    Machine m(options);
    m.run(sparks_while_busy(m));
    std::ranges::sort(evaluated_on);
    CHECK(evaluated_on == std::vector<std::size_t>{1, 2});
    evaluated_on.clear();
    Machine n({.heap = {.capabilities = 2}, .steps_per_tick = 10});
    n.run(sparks_while_waiting(n));
    CHECK(evaluated_on == std::vector<std::size_t>{0});
    evaluated_on.clear();
    Machine o(options);
    o.run(sparks_badly(o));
    CHECK(evaluated_on == std::vector<std::size_t>{1});
    CHECK(o.errors().empty());
}
