#include "catch.hpp"

#include <trav/dump/detail/narrow_numbers.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

TEST_CASE("narrow numbers: numbers up to 64 bits, which may change", "[unit]") {
    constexpr std::uint64_t wide = std::uint64_t{1} << 32, most = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> expected{0, 1, wide - 2, wide - 1, wide, most, 7};
    trav::dump::detail::NarrowNumbers numbers;
    numbers.reserve(expected.size());
    for (std::uint64_t const number : expected) numbers.push_back(number);
    auto const same = [&] {
        REQUIRE(numbers.size() == expected.size());
        for (std::size_t i = 0; i != expected.size(); ++i) CHECK(numbers[i] == expected[i]);
    };
    same();
    for (std::size_t i = 0; i != expected.size(); ++i) numbers.set(i, expected[i] = expected[6 - i] / 3);
    same();
    for (std::size_t i = 0; i != expected.size(); ++i) numbers.set(i, expected[i] = most - i);
    same();
}
