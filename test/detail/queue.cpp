// test/detail/queue.cpp: a queue, compared with std::deque, across the ends of blocks, with items that own
// memory.
#include "catch.hpp"

#include <trav/detail/queue.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <random>

TEST_CASE("a queue equals a deque", "[property]") {
    std::mt19937 random(1);
    for (int repetition = 0; repetition != 20; ++repetition) {
        trav::detail::Queue<std::unique_ptr<int>> queue;
        std::deque<int> model;
        int const pushes_of_8 = 3 + repetition % 3;  // it shrinks, stays, grows
        for (int i = 0; i != 20'000; ++i) {
            if (static_cast<int>(random() % 8) < pushes_of_8) {
                queue.push(std::make_unique<int>(i));
                model.push_back(i);
            } else {
                REQUIRE(queue.ready() == !model.empty());
                if (model.empty()) continue;
                REQUIRE(*queue.front() == model.front());
                REQUIRE(*queue.pop() == model.front());
                model.pop_front();
            }
            REQUIRE(queue.size() == model.size());
            REQUIRE(queue.empty() == model.empty());
            if (random() % 10'000 == 0) {
                queue.clear();
                model.clear();
            }
        }
    }
}
