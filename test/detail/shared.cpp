// A shared value lives as long as its last owner.
#include "catch.hpp"

#include <trav/detail/shared.hpp>

#include <thread>
#include <utility>
#include <vector>

namespace {

/// Counts those that are alive, and never moves.
struct Counted {
    explicit Counted(int& count) : alive(&count) { ++*alive; }
    Counted(Counted const&) = delete;
    Counted& operator=(Counted const&) = delete;
    ~Counted() { --*alive; }
    int* alive;
};
using Shared = trav::detail::Shared<Counted>;

}  // namespace

TEST_CASE("a shared value has the owners that it was copied and moved to", "[unit]") {
    int alive = 0;
    {
        Shared first(std::in_place, alive);
        Shared copy = first, other;
        CHECK(alive == 1);
        CHECK_FALSE(other);
        CHECK(&*copy == &*first);
        other = std::move(first);
        CHECK(other->alive == &alive);
        copy = {};
        CHECK(alive == 1);
        Shared const& same = other;
        other = same;
        CHECK(alive == 1);
        other = Shared(std::in_place, alive);
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}

TEST_CASE("a shared value is copied and dropped in several threads", "[unit]") {
    int alive = 0;
    {
        Shared const value(std::in_place, alive);
        std::vector<std::thread> threads;
        for (int i = 0; i != 4; ++i)
            threads.emplace_back([&value] {
                for (int k = 0; k != 10000; ++k) Shared const copy = value;
            });
        for (auto& thread : threads) thread.join();
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}
