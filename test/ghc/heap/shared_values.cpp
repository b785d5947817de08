// test/ghc/heap/shared_values.cpp: finds a shared value by its info table and its word.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

using namespace trav::ghc;

TEST_CASE("shared values are found by table, within their range", "[unit]") {
    Heap heap;
    auto const number = [&](char const* name, std::int64_t n) {
        return heap.con(name, {}, {static_cast<Word>(n)});
    };
    Closure *const minus_one = heap.static_con("I#", {}, {~Word{0}}), *const zero =
                                                                          heap.static_con("I#", {}, {0});
    SharedValues shared;
    CHECK(shared.of(number("I#", 0)) == nullptr);
    shared.add(heap.con_info("I#", 0, 1), -1, {minus_one, zero});
    CHECK(shared.of(number("I#", -1)) == minus_one);
    CHECK(shared.of(number("I#", 0)) == zero);
    CHECK(shared.of(number("I#", 1)) == nullptr);
    CHECK(shared.of(number("I#", -2)) == nullptr);
    CHECK(shared.of(number("C#", 0)) == nullptr);
}
