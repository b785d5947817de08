// test/store/dense.cpp: marks by index; epochs that wrap.
#include "catch.hpp"
#include "support/heap.hpp"

#include <trav/store/dense.hpp>
#include <trav/traverse_heap.hpp>

#include <cstddef>
#include <set>
#include <vector>

using namespace test;

static_assert(!trav::NodeStore<trav::Dense<int>, int, long>);
static_assert(!trav::NodeStore<trav::Dense<>, std::vector<int>, trav::detail::Absent<0>>);
static_assert(trav::NodeStore<trav::Dense<int>, unsigned, int>);
static_assert(trav::NodeStore<trav::Dense<std::set<int>>, std::size_t, std::set<int>>);
static_assert(sizeof(trav::Slot<trav::detail::Absent<0>, std::uint8_t>) == 1,
              "one byte for each node without data");
static_assert(sizeof(trav::Slot<std::uint32_t>) == 8);

TEST_CASE("dense: touch, find, data") {
    trav::Dense<int> store(3);
    CHECK(store.find(1) == nullptr);
    auto touched = store.touch(1);
    CHECK(touched.fresh);
    CHECK(touched.data() == 0);
    touched.data() = 7;
    CHECK_FALSE(store.touch(1).fresh);
    CHECK(store.touch(1).data() == 7);
    CHECK(*store.find(1) == 7);
    CHECK(store.find(0) == nullptr);
    CHECK(std::as_const(store).find(2) == nullptr);
    store.begin_pass();
    CHECK(store.find(1) == nullptr);
    CHECK(store.touch(1).fresh);
    CHECK(store.touch(1).data() == 0);
}

TEST_CASE("dense: the 8-bit epoch of a store without data wraps, and no old mark comes back") {
    trav::Dense<> store(600);
    for (int pass = 0; pass < 600; ++pass) {  // node n is touched in pass n only
        for (int n = 0; n < 600; ++n)
            if (store.find(n) != nullptr) FAIL("node " << n << " looks visited in pass " << pass);
        CHECK(store.touch(pass).fresh);
        CHECK_FALSE(store.touch(pass).fresh);
        store.begin_pass();
    }
}

TEST_CASE("dense: the graph may grow between passes") {
    trav::Dense<int> store(1);
    store.touch(0).data() = 1;
    store.begin_pass(3);
    CHECK(store.find(0) == nullptr);
    CHECK(store.touch(2).fresh);
    store.begin_pass(2);  // and shrink
    CHECK(store.find(2) == nullptr);
    store.begin_pass(1'000'000);
    CHECK(store.find(999'999) == nullptr);

    Heap<> heap(shape("a:b b:", "a"));
    int visits = 0;
    auto count = [&](auto&) { ++visits; };
    trav::TraverseHeap traversal(Objects<>{&heap}, count);
    traversal.push_root(heap.at(0));
    traversal.run();
    heap.objects.reserve(3);
    for (auto& object : heap.objects) object.fields.clear();
    heap.objects.push_back({.id = 2});
    heap.at(0)->fields = {heap.at(2)};
    traversal.begin_pass();
    traversal.push_root(heap.at(0));
    traversal.run();
    CHECK(visits == 4);
}

TEST_CASE("dense: mark() equals touch(), for numbers and for other data") {
    trav::Dense<unsigned> numbers(2);
    trav::Dense<std::set<int>> sets(2);
    CHECK(numbers.mark(1).fresh);
    CHECK(sets.mark(1).fresh);
    numbers.mark(1).data() = 7;
    sets.mark(1).data() = {7};
    CHECK_FALSE(numbers.mark(1).fresh);
    CHECK(numbers.mark(1).data() == 7);
    CHECK(sets.mark(1).data() == std::set{7});
    numbers.begin_pass(), sets.begin_pass();
    CHECK(numbers.mark(1).fresh);
    CHECK(numbers.touch(1).data() == 0);
    CHECK(sets.mark(1).fresh);
    CHECK(sets.touch(1).data().empty());
}

TEST_CASE("dense: data that owns memory is new on each first arrival") {
    trav::Dense<std::set<int>> store(2);
    store.touch(0).data() = {1, 2, 3};
    store.touch(1);
    CHECK(store.find(0)->size() == 3);
    store.begin_pass();
    CHECK(store.touch(0).data().empty());
}

TEST_CASE("dense: data keeps its address during a pass") {
    trav::Dense<int> store(1000);
    static_assert(decltype(store)::stable);
    int* const first = &store.touch(0).data();
    for (int n = 0; n < 1000; ++n) store.touch(n);
    CHECK(&store.touch(0).data() == first);
}

TEST_CASE("dense: a node's address is that of its slot") {
    trav::Dense<int> store(3);
    static_assert(decltype(store)::concurrent);
    auto const distance = [](void const* from, void const* to) {
        return static_cast<char const*>(to) - static_cast<char const*>(from);
    };
    CHECK(distance(store.address(0), store.address(2)) ==
          distance(&store.touch(0).data(), &store.touch(2).data()));
}

TEST_CASE("dense: a pass makes room only if the graph has grown") {
    trav::Dense<int> store(4);
    void const* const first = store.address(0);
    store.begin_pass(4);
    CHECK(store.address(0) == first);
}
