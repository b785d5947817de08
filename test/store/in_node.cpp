// test/store/in_node.cpp: marks in a field of the objects.
#include "catch.hpp"
#include "support/heap.hpp"

#include <trav/store/in_node.hpp>
#include <trav/traverse_heap.hpp>

#include <memory>
#include <set>
#include <vector>

using namespace test;

namespace {

struct Cell {
    std::vector<Cell*> fields{};
    trav::Slot<std::set<int>> seen{};
    trav::Slot<> mark{};
    trav::Slot<int> number{};
};
using Seen = trav::InNode<&Cell::seen>;
using Mark = trav::InNode<&Cell::mark>;
using Number = trav::InNode<&Cell::number>;

static_assert(trav::NodeStore<Seen, Cell*, std::set<int>>);
static_assert(trav::NodeStore<Mark, Cell*, trav::detail::Absent<0>>);
static_assert(!trav::NodeStore<Mark, Cell*, int>);
static_assert(!trav::NodeStore<Number, int*, int>);
static_assert(sizeof(Cell::mark) == 4, "a mark without data is an epoch");
static_assert(sizeof(Number) == 4);

struct Cells {
    using node = Cell*;
    auto const& children(node n) const { return n->fields; }
};

}  // namespace

TEST_CASE("in-node: touch, find, data, passes") {
    Cell cell;
    Number store;
    CHECK(store.find(&cell) == nullptr);
    CHECK(store.touch(&cell).fresh);
    store.touch(&cell).data() = 5;
    CHECK_FALSE(store.touch(&cell).fresh);
    CHECK(*store.find(&cell) == 5);
    store.begin_pass();
    CHECK(store.find(&cell) == nullptr);
    CHECK(store.touch(&cell).data() == 0);
}

TEST_CASE("in-node: mark() equals touch()") {
    Cell cell;
    Number store;
    CHECK(store.mark(&cell).fresh);
    store.mark(&cell).data() = 5;
    CHECK(*store.find(&cell) == 5);
    CHECK_FALSE(store.touch(&cell).fresh);
    store.begin_pass();
    CHECK(store.touch(&cell).fresh);
    CHECK_FALSE(store.mark(&cell).fresh);
}

TEST_CASE("in-node: a store ignores the marks of an earlier store") {
    Cell cell;
    for (int i = 0; i < 10; ++i) {
        Number store;
        CHECK(store.find(&cell) == nullptr);
        CHECK(store.touch(&cell).fresh);
        CHECK(store.touch(&cell).data() == 0);
        store.touch(&cell).data() = i + 1;
    }
}

TEST_CASE("in-node: an object that is new, or not reached for many passes, is unmarked") {
    auto old = std::make_unique<Cell>();
    Number store;
    store.touch(old.get());
    for (int pass = 0; pass < 1000; ++pass) {
        store.begin_pass();
        CHECK(store.find(old.get()) == nullptr);
        Cell young;
        CHECK(store.find(&young) == nullptr);
        CHECK(store.touch(&young).fresh);
    }
}

TEST_CASE("in-node: data that owns memory; two fields are two stores") {
    Cell a, b;
    a.fields = {&b, &b};
    b.fields = {&a};
    struct Arrivals {
        using node_data = std::set<int>;
        int visits = 0;
        void operator()(trav::here<Cell*, std::set<int>>& here) { here.data.insert(++visits); }
    } policy;
    Seen seen;
    trav::traverse(Cells{}, std::vector{&a}, policy, seen);
    CHECK(*seen.find(&a) == std::set{1, 3});
    CHECK(*seen.find(&b) == std::set{2, 4});

    int visits = 0;
    Mark mark;
    auto count = [&](auto& here) { visits += here.first; };
    trav::traverse(Cells{}, std::vector{&b}, count, mark);
    CHECK(visits == 2);
    CHECK(seen.find(&a)->size() == 2);  // not changed by the traversal with the other field
}
