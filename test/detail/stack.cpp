// test/detail/stack.cpp: a stack, compared with std::vector, with items that own memory, and with a floor.
#include "catch.hpp"

#include <trav/detail/stack.hpp>

#include <cstddef>
#include <memory>
#include <random>
#include <utility>
#include <vector>

TEST_CASE("a stack equals a vector", "[property]") {
    std::mt19937 random(1);
    for (int repetition = 0; repetition != 20; ++repetition) {
        trav::detail::Stack<std::unique_ptr<int>> stack;
        std::vector<int> model;
        std::size_t floor = 0;
        for (int i = 0; i != 5'000; ++i) {
            REQUIRE(stack.empty() == (model.size() == floor));
            REQUIRE(stack.size() == model.size());
            switch (random() % 8) {
            case 0: stack.set_floor(floor = model.size()); break;
            case 1: stack.set_floor(floor = 0); break;
            case 2:
            case 3:
            case 4:
                if (model.size() == floor) break;
                REQUIRE(*stack.top() == model.back());
                REQUIRE(*stack.pop() == model.back());
                model.pop_back();
                break;
            case 5: {
                auto moved = std::move(stack);
                stack = std::move(moved);
                REQUIRE(stack.floor() == floor);
                break;
            }
            default: stack.push(std::make_unique<int>(i)), model.push_back(i);
            }
        }
        stack.clear();
        CHECK(stack.size() == 0);
    }
}

TEST_CASE("stack: items written above the top are kept only on request") {
    trav::detail::Stack<int> stack;
    std::vector<int> expected;
    for (int i = 0; i != 1000; ++i) {
        int* const to = stack.room(4);
        for (int k = 0; k != 4; ++k) to[k] = 4 * i + k;
        auto const counts = static_cast<std::size_t>(i % 5);
        stack.add(counts);
        for (int k = 0; k != i % 5; ++k) expected.push_back(4 * i + k);
    }
    CHECK(std::vector<int>(stack.begin(), stack.end()) == expected);
    std::size_t const spare = stack.spare();
    stack.grow(100);
    CHECK(stack.spare() >= spare + 100);
    CHECK(std::vector<int>(stack.begin(), stack.end()) == expected);
}

TEST_CASE("stack: room() has the requested size in a stack of any size") {
    trav::detail::Stack<int> stack;
    stack.push(1);
    stack.room(1000);
    CHECK(stack.spare() >= 1000);
}

TEST_CASE("stack: an item is destroyed as soon as it is popped or cleared, and clear() forgets the floor") {
    struct Counted {
        int* alive;
        explicit Counted(int& count) : alive(&count) { ++*alive; }
        Counted(Counted const& other) : alive(other.alive) { ++*alive; }
        ~Counted() { --*alive; }
    };
    int alive = 0;
    trav::detail::Stack<Counted> stack;
    for (int i = 0; i != 100; ++i) stack.push(Counted(alive));
    CHECK(alive == 100);
    for (int i = 0; i != 40; ++i) static_cast<void>(stack.pop());
    CHECK(alive == 60);
    stack.set_floor(20);
    stack.clear();
    CHECK(alive == 0);
    CHECK(stack.floor() == 0);
    stack.push(Counted(alive));
    CHECK_FALSE(stack.empty());
}
