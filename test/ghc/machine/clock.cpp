// test/ghc/machine/clock.cpp: steps, ticks, sleep, turns, and when a collection is due.
#include <trav/ghc/machine/clock.hpp>

#include "catch.hpp"

#include <cstdint>
#include <vector>

using namespace trav::ghc;

namespace {

void steps(Clock& clock, int n) {
    for (int i = 0; i != n; ++i) clock.step();
}

}  // namespace

TEST_CASE("a clock counts ticks and turns, and knows when a collection is due", "[unit]") {
    Clock timer({.allocation_area = 100, .collect_every = 3, .steps_per_tick = 4, .ticks_per_turn = 2});
    std::vector<bool> ticks, due, over;
    for (int i = 0; i != 12; ++i) {
        ticks.push_back(timer.step());
        due.push_back(timer.collection_is_due(50));
        over.push_back(timer.turn_is_over());
        if (due.back()) timer.collected(50);
        if (over.back()) timer.begin_turn();
    }
    using Answers = std::vector<bool>;
    CHECK(ticks == Answers{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
    CHECK(due == Answers{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    CHECK(over == Answers{0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0});
    CHECK(timer.ticks() == 3);
    CHECK(timer.collections() == 4);
    CHECK_FALSE(timer.collection_is_due(149));  // bytes since the last one
    CHECK(timer.collection_is_due(150));
}

TEST_CASE("by default a tick is 1000 steps, a turn 20 ticks, and nothing is collected", "[unit]") {
    Clock clock({});
    CHECK_FALSE(clock.options().every_use);
    steps(clock, 19'999);
    CHECK(clock.ticks() == 19);
    CHECK_FALSE(clock.turn_is_over());
    CHECK(clock.step());
    CHECK(clock.turn() == 20);
    CHECK(clock.turn_is_over());
    CHECK_FALSE(clock.collection_is_due(~std::uint64_t{0}));
    CHECK(clock.seconds() > 0.0199);
    CHECK(clock.seconds() < 0.0201);
}

TEST_CASE("a new clock has counted nothing", "[unit]") {
    Clock clock({.allocation_area = 8, .collect_every = 2, .steps_per_tick = 1, .ticks_per_turn = 1});
    CHECK(clock.steps() == 0);
    CHECK(clock.now() == 0);
    CHECK(clock.turn() == 0);
    CHECK(clock.collections() == 0);
    CHECK(clock.collection_is_due(8));
    CHECK_FALSE(clock.collection_is_due(7));
    steps(clock, 1);
    CHECK(clock.turn_is_over());
    CHECK_FALSE(clock.collection_is_due(0));
    steps(clock, 1);
    CHECK(clock.collection_is_due(0));
}

TEST_CASE("time passes in sleep, but a program does not run then", "[unit]") {
    Clock clock({.steps_per_tick = 4, .seconds_per_tick = 0.5});
    steps(clock, 6);
    CHECK(clock.seconds() == 0.75);
    CHECK(clock.now() == 6);
    clock.idle_until(20);
    CHECK(clock.now() == 20);
    steps(clock, 3);
    CHECK(clock.now() == 23);
    CHECK(clock.steps() == 9);
    CHECK(clock.ticks() == 2);
    clock.idle_until(30);
    CHECK(clock.now() == 30);
    CHECK(clock.steps() == 9);
    // 8 steps are a second
    CHECK(clock.steps_in(0) == 0);
    CHECK(clock.steps_in(1'000'100) == 8);
    CHECK(clock.steps_in(2'624'000) == 20);
    CHECK(clock.steps_in(2'626'000) == 21);
    CHECK(Clock({.seconds_per_tick = 1e-30}).steps_in(1) == std::uint64_t{1'000'000'000'000'000'000});
}

TEST_CASE("a turn may continue, or never end", "[unit]") {
    Clock clock({.steps_per_tick = 2, .ticks_per_turn = 3});
    steps(clock, 10);
    clock.begin_turn(1);
    CHECK(clock.turn() == 1);
    steps(clock, 3);
    CHECK_FALSE(clock.turn_is_over());
    steps(clock, 1);
    CHECK(clock.turn() == 3);
    CHECK(clock.turn_is_over());
    clock.begin_turn();
    CHECK(clock.turn() == 0);
    CHECK_FALSE(clock.turn_is_over());
    Clock endless({.steps_per_tick = 1, .ticks_per_turn = 0});
    steps(endless, 100);
    CHECK(endless.turn() == 100);
    CHECK_FALSE(endless.turn_is_over());
}

TEST_CASE("a collection is due after bytes of all capabilities, or after steps", "[unit]") {
    Clock bytes({.heap = {.capabilities = 3}, .allocation_area = 100});
    steps(bytes, 5);
    CHECK_FALSE(bytes.collection_is_due(299));
    CHECK(bytes.collection_is_due(300));
    bytes.collected(320);
    CHECK_FALSE(bytes.collection_is_due(619));
    CHECK(bytes.collection_is_due(620));
    CHECK(bytes.collections() == 1);

    CHECK(Clock({.allocation_area = 1}).collection_is_due(1));
    Clock always({.collect_every = 1});
    steps(always, 1);
    CHECK(always.collection_is_due(0));

    Clock by_steps({.collect_every = 4});
    steps(by_steps, 5);
    by_steps.collected(1000);
    steps(by_steps, 3);
    CHECK_FALSE(by_steps.collection_is_due(100'000));
    steps(by_steps, 1);
    CHECK(by_steps.collection_is_due(1000));
    by_steps.collected(1000);
    CHECK_FALSE(by_steps.collection_is_due(100'000));
    CHECK(by_steps.collections() == 2);
}
