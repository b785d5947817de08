// A shared value lives as long as its last owner.
#include "catch.hpp"

#include <trav/detail/shared_ptr.hpp>

#include <thread>
#include <utility>
#include <vector>

namespace {

/// Counts live objects, and cannot be moved.
struct Counted {
    explicit Counted(int& count) : alive(&count) { ++*alive; }
    Counted(Counted const&) = delete;
    Counted& operator=(Counted const&) = delete;
    ~Counted() { --*alive; }
    int* alive;
};
using SharedPtr = trav::detail::SharedPtr<Counted>;

}  // namespace

TEST_CASE("a shared value has the owners made by copies and moves", "[unit]") {
    int alive = 0;
    {
        SharedPtr first(std::in_place, alive);
        SharedPtr copy = first, other;
        CHECK(alive == 1);
        CHECK_FALSE(other);
        CHECK(other.get() == nullptr);
        CHECK(first.get() == &*first);
        CHECK(&*copy == &*first);
        other = std::move(first);
        CHECK(other->alive == &alive);
        copy = {};
        CHECK(alive == 1);
        SharedPtr const& same = other;
        other = same;
        CHECK(alive == 1);
        other = SharedPtr(std::in_place, alive);
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}

TEST_CASE("several threads can copy and drop a shared value", "[unit]") {
    int alive = 0;
    {
        SharedPtr const value(std::in_place, alive);
        std::vector<std::thread> threads;
        for (int i = 0; i != 4; ++i)
            threads.emplace_back([&value] {
                for (int k = 0; k != 10000; ++k) SharedPtr const copy = value;
            });
        for (auto& thread : threads) thread.join();
        CHECK(alive == 1);
    }
    CHECK(alive == 0);
}
