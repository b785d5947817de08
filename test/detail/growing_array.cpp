// test/detail/growing_array.cpp: a growing array equals a vector, regardless of data written past its end.
#include "catch.hpp"

#include <trav/detail/growing_array.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

TEST_CASE("growing array: items written past the end are kept only on request") {
    trav::detail::GrowingArray<int> array;
    std::vector<int> expected;
    for (int i = 0; i != 10'000; ++i) {
        array.room(2);
        array.put(i, i % 3 == 0);
        array.put(-i, i % 2 == 0);
        if (i % 3 == 0) expected.push_back(i);
        if (i % 2 == 0) expected.push_back(-i);
        if (i % 7 == 0) {
            REQUIRE(array.pop() == expected.back());
            expected.pop_back();
        }
    }
    CHECK(std::vector<int>(array.begin(), array.end()) == expected);

    trav::detail::GrowingArray<int> taken(std::move(array));
    CHECK(array.empty());
    CHECK(taken.size() == expected.size());
    taken.cut(5);
    CHECK(taken.size() == 5);
    taken.assign(3, 7);
    CHECK(std::vector<int>(taken.begin(), taken.end()) == std::vector<int>{7, 7, 7});
    array = std::move(taken);
    CHECK(array.size() == 3);
    CHECK(array[2] == 7);
}

TEST_CASE("growing array: items keep their alignment, and no block is no array") {
    struct alignas(64) Line {
        int number;
    };
    trav::detail::GrowingArray<Line> lines;
    for (int i = 0; i != 1000; ++i) lines.push({i});
    CHECK(lines[999].number == 999);
    CHECK(reinterpret_cast<std::uintptr_t>(lines.data()) % 64 == 0);
    CHECK_THROWS_AS(trav::detail::taken_block(nullptr, 8), std::bad_alloc);
}

TEST_CASE("growing array: copies of zero in new and in reused memory") {
    trav::detail::GrowingArray<int> array;
    array.assign(0, 0);
    CHECK(array.empty());
    array.assign(1000, 0);
    CHECK(std::vector<int>(array.begin(), array.end()) == std::vector<int>(1000, 0));
    array.push(7);
    CHECK(array.size() == 1001);
    CHECK(array[1000] == 7);
    int const* const before = array.begin();
    array.assign(1001, 0);
    CHECK(array.begin() == before);
    CHECK(std::vector<int>(array.begin(), array.end()) == std::vector<int>(1001, 0));
    array = {};
    array.assign(3, 5);
    CHECK(std::vector<int>(array.begin(), array.end()) == std::vector<int>{5, 5, 5});
}

TEST_CASE("growing array: items that own memory") {
    trav::detail::GrowingArray<std::string> array;
    std::vector<std::string> expected;
    for (int i = 0; i != 1000; ++i) {
        std::string const item(40, static_cast<char>('a' + i % 26));
        array.push(item);
        expected.push_back(item);
        if (i % 5 == 0) {
            REQUIRE(array.pop() == expected.back());
            expected.pop_back();
        }
    }
    CHECK(std::vector<std::string>(array.begin(), array.end()) == expected);
}
