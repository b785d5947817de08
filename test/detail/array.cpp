#include <trav/detail/array.hpp>

#include "catch.hpp"

#include <cstdint>
#include <stdexcept>
#include <utility>

namespace {

int alive = 0;

struct Third {
    int value = 7;
    Third() {
        if (alive == 2) throw std::runtime_error("the third");
        ++alive;
    }
    ~Third() { --alive; }
};
struct alignas(64) Wide {
    int value = 3;
};

}  // namespace

TEST_CASE("an array has as many items as it was made with, and twice as many when it grows") {
    trav::detail::Array<int> none, some(3);
    CHECK(none.size() == 0);
    CHECK((some[0] == 0 && some[1] == 0 && some[2] == 0));
    some[2] = 5;
    auto copy = some;
    some.grow(4);
    CHECK(some.size() == 6);
    CHECK((some[2] == 5 && some[5] == 0));
    CHECK((copy.size() == 3 && copy[2] == 5));
    none = std::move(copy);
    CHECK((none.size() == 3 && copy.size() == 0));
}

TEST_CASE("an array aligns its items") {
    trav::detail::Array<Wide> const wide(3);
    CHECK(reinterpret_cast<std::uintptr_t>(&wide[1]) % 64 == 0);
    CHECK(wide[2].value == 3);
}

TEST_CASE("an array whose third item throws destroys the other two") {
    CHECK_THROWS_AS(trav::detail::Array<Third>(3), std::runtime_error);
    CHECK(alive == 0);
    CHECK(trav::detail::Array<Third>(2)[1].value == 7);
    CHECK(alive == 0);
}
