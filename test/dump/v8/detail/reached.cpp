#include "catch.hpp"
#include "dump/written_v8.hpp"

#include <trav/dump/v8/detail/reached.hpp>

#include <cstdint>
#include <vector>

using trav::dump::detail::reached_from;
using enum trav::dump::V8EdgeKind;
using Bits = std::vector<bool>;

TEST_CASE("reached: follows edges that are not weak, forwards and backwards, from several nodes", "[unit]") {
    Written v8;
    v8.node("object", 8, {{property, 3}});
    v8.node("object", 8, {{weak, 4}, {internal, 1}});
    v8.node("object", 8, {{element, 6}, {weak, 0}});
    v8.node("object", 8, {{shortcut, 2}, {property, 5}});
    v8.node("object", 8, {{property, 0}});
    v8.node("object", 8, {{property, 3}});
    v8.node("object", 8, {});
    CHECK(reached_from(v8.snapshot, {}) == Bits{0, 0, 0, 0, 0, 0, 0});
    CHECK(reached_from(v8.snapshot, {1}) == Bits{0, 1, 0, 0, 0, 0, 0});
    CHECK(reached_from(v8.snapshot, {0}) == Bits{1, 0, 1, 1, 0, 1, 1});
    CHECK(reached_from(v8.snapshot, {5, 1}) == Bits{0, 1, 1, 1, 0, 1, 1});
    CHECK(reached_from(v8.snapshot, {4}) == Bits{1, 0, 1, 1, 1, 1, 1});
}

TEST_CASE("reached: any number of backward edges at a time", "[unit]") {
    constexpr std::uint32_t many =
        100;  // the last node leads to all even nodes before it, and these lead to odd ones
    Written v8;
    for (std::uint32_t n = 0; n != many; ++n) {
        if (n % 2 == 0) v8.node("object", 8, {{property, n / 2 | 1}});
        else v8.node("object", 8, {});
    }
    std::vector<Written::Edge> back;
    for (std::uint32_t n = 0; n != many; n += 2) back.push_back({property, n});
    v8.node("object", 8, back);
    v8.node("object", 8, {});
    Bits expected(many + 2);
    for (std::uint32_t n = 0; n != many; ++n) expected[n] = n % 2 == 0 || n <= many / 2;
    expected[many] = true;
    CHECK(reached_from(v8.snapshot, {many}) == expected);
}
