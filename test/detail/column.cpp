// test/detail/column.cpp: a column holds the same as a vector, whatever was written behind its end.
#include "catch.hpp"

#include <trav/detail/column.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

TEST_CASE("columns: what is written behind the end is kept only on request") {
    trav::detail::Column<int> column;
    std::vector<int> expected;
    for (int i = 0; i != 10'000; ++i) {
        column.room(2);
        column.put(i, i % 3 == 0);
        column.put(-i, i % 2 == 0);
        if (i % 3 == 0) expected.push_back(i);
        if (i % 2 == 0) expected.push_back(-i);
        if (i % 7 == 0) {
            REQUIRE(column.pop() == expected.back());
            expected.pop_back();
        }
    }
    CHECK(std::vector<int>(column.begin(), column.end()) == expected);

    trav::detail::Column<int> taken(std::move(column));
    CHECK(column.empty());
    CHECK(taken.size() == expected.size());
    taken.cut(5);
    CHECK(taken.size() == 5);
    taken.assign(3, 7);
    CHECK(std::vector<int>(taken.begin(), taken.end()) == std::vector<int>{7, 7, 7});
    column = std::move(taken);
    CHECK(column[2] == 7);
}

TEST_CASE("columns: copies of zero, in new memory and in memory that was used") {
    trav::detail::Column<int> column;
    column.assign(0, 0);
    CHECK(column.empty());
    column.assign(1000, 0);
    CHECK(std::vector<int>(column.begin(), column.end()) == std::vector<int>(1000, 0));
    column.push(7);
    CHECK(column.size() == 1001);
    CHECK(column[1000] == 7);
    column.assign(1001, 0);
    CHECK(std::vector<int>(column.begin(), column.end()) == std::vector<int>(1001, 0));
    column = {};
    column.assign(3, 5);
    CHECK(std::vector<int>(column.begin(), column.end()) == std::vector<int>{5, 5, 5});
}

TEST_CASE("columns: items that own memory") {
    trav::detail::Column<std::string> column;
    std::vector<std::string> expected;
    for (int i = 0; i != 1000; ++i) {
        std::string const item(40, static_cast<char>('a' + i % 26));
        column.push(item);
        expected.push_back(item);
        if (i % 5 == 0) {
            REQUIRE(column.pop() == expected.back());
            expected.pop_back();
        }
    }
    CHECK(std::vector<std::string>(column.begin(), column.end()) == expected);
}
