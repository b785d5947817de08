// test/ghc/live/words.cpp: 32 bits for each closure, outside the heap and in it.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/live/words.hpp>

#include <array>
#include <cstdint>

using namespace trav::ghc;

namespace {

template <class Words>
void keeps_values(Words& words, Closure* a, Closure* b) {
    CHECK(words.find(a) == nullptr);
    auto touched = words.touch(a);
    CHECK(touched.fresh);
    CHECK(touched.data() == 0);
    touched.data() = 0xFFFFFFFF;
    CHECK_FALSE(words.touch(a).fresh);
    CHECK(*words.find(a) == 0xFFFFFFFF);
    CHECK(words.find(b) == nullptr);
    words.touch(b).data() = 7;
    CHECK(words.touch(b).data() == 7);
    CHECK(words.touch(a).data() == 0xFFFFFFFF);
}

}  // namespace

TEST_CASE("a table has a value for each word of the heap and for each static closure", "[unit]") {
    std::array<Closure, 3> some{};
    AddressRange const range{address(&some[0]), address(&some[2])};
    WordTable words(range);
    CHECK(words.address(&some[0]) == nullptr);
    keeps_values(words, &some[0], &some[1]);
    CHECK(words.address(&some[1]) == words.find(&some[1]));
    WordTable others(range);
    keeps_values(others, &some[2], &some[0]);  // the third is static
}

TEST_CASE("a table takes memory only for megabytes with a reached object", "[unit]") {
    auto* const far = reinterpret_cast<Closure*>(Word{5} << 20);
    auto* const near = reinterpret_cast<Closure*>(Word{1} << 20);
    WordTable words({Word{1} << 20, Word{1} << 40});
    words.touch(far).data() = 1;
    CHECK(words.find(near) == nullptr);
    CHECK(words.address(near) == nullptr);
    CHECK(words.find(reinterpret_cast<Closure*>(Word{9} << 30)) == nullptr);
    words.touch(near).data() = 2;
    CHECK(*words.find(far) == 1);
}

TEST_CASE("words in headers are marks of only one census", "[unit]") {
    Heap heap;
    Closure *const a = heap.con("A"), *const b = heap.con("B");
    HeaderWords first;
    keeps_values(first, a, b);
    HeaderWords second;
    keeps_values(second, a, b);
    CHECK(first.find(a) == nullptr);
}

TEST_CASE("values that GHC may have left in a header are not marks", "[unit]") {
    Heap heap;
    Closure* const c = heap.con("A");
    HeaderWords words;
    for (c->hp = 0; c->hp != 1000; ++c->hp) REQUIRE(words.find(c) == nullptr);  // its flip bit is 1
}
