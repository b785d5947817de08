// test/detail/ring.cpp: a ring, compared with std::deque.
#include "catch.hpp"

#include <trav/detail/ring.hpp>

#include <cstddef>
#include <deque>
#include <random>

namespace {

void check_against_deque(auto ring) {
    std::mt19937 random(1);
    std::deque<int> model;
    for (int i = 0; i != 20'000; ++i) {
        REQUIRE(ring.empty() == model.empty());
        REQUIRE(ring.full() == (model.size() == 8));
        if (ring.full()) {
            REQUIRE(ring.exchange(i) == model.front());
            model.pop_front();
            model.push_back(i);
            std::size_t const some = random() % ring.side_by_side() + 1;
            for (std::size_t at = 0; at != some; ++at) {
                REQUIRE(ring.oldest()[at] == model.front());
                model.pop_front();
                model.push_back(ring.oldest()[at] = -i);
            }
            ring.replaced(some);
        }
        if (!ring.full() && random() % 2 == 0) {
            ring.push(i);
            model.push_back(i);
        } else if (!ring.empty()) {
            REQUIRE(ring.pop() == model.front());
            model.pop_front();
        }
    }
    for (; !ring.empty(); model.pop_front()) REQUIRE(ring.pop() == model.front());
    REQUIRE(model.empty());
}

}  // namespace

TEST_CASE("a ring equals a deque", "[property]") {
    check_against_deque(trav::detail::Ring<int, 8>());
    int places[8];
    check_against_deque(trav::detail::Ring<int, 8, int*>(places));
}
