// test/store/hashed.cpp: the side table compared with std::map, with growth, collisions and many passes.
#include "catch.hpp"
#include "support/heap.hpp"

#include <trav/store/hashed.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <utility>
#include <vector>

using namespace test;

static_assert(!trav::NodeStore<trav::Hashed<int*>, double*, trav::detail::Absent<0>>);
static_assert(!trav::NodeStore<trav::Hashed<int*, int>, int*, long>);
static_assert(trav::NodeStore<trav::Hashed<int*, std::set<int>>, int*, std::set<int>>);

namespace {

/// All nodes collide.
struct Worst {
    std::uint64_t operator()(int) const { return ~std::uint64_t{0}; }
};
/// A node that is not a number.
struct Name {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    bool operator==(Name const&) const = default;
};
struct NameHash {
    std::uint64_t operator()(Name n) const {
        return (std::uint64_t{n.file} << 32 | n.line) * 0x9E3779B97F4A7C15u;
    }
};

/// The store and a std::map must give the same results for the same calls.
template <class Hash>
void equals_map(int keys, int calls, int passes) {
    std::mt19937 random(1);
    trav::Hashed<int, int, Hash> store;
    for (int pass = 0; pass < passes; ++pass) {
        std::map<int, int> model;
        for (int i = 0; i < calls; ++i) {
            int const key = static_cast<int>(random() % static_cast<unsigned>(keys)) - keys / 2;
            auto const known = model.find(key);
            int const* found = std::as_const(store).find(key);
            if ((found != nullptr) != (known != model.end())) FAIL("find " << key << " in pass " << pass);
            if (found != nullptr && *found != known->second) FAIL("data of " << key << " in pass " << pass);
            if (random() % 2 == 0) continue;
            auto touched = store.touch(key);
            if (touched.fresh != (known == model.end())) FAIL("touch " << key << " in pass " << pass);
            if (touched.data() != model[key]) FAIL("data of " << key << " in pass " << pass);
            touched.data() = model[key] = i;
        }
        // Some nodes are erased, present or not.
        for (int i = 0; i < calls / 3; ++i) {
            int const key = static_cast<int>(random() % static_cast<unsigned>(keys)) - keys / 2;
            store.erase(key);
            model.erase(key);
        }
        for (int key = -keys / 2; key < keys - keys / 2; ++key) {
            auto const known = model.find(key);
            int const* const found = store.find(key);
            if ((found != nullptr) != (known != model.end()))
                FAIL("find " << key << " after erase, pass " << pass);
            if (found != nullptr && *found != known->second)
                FAIL("data of " << key << " after erase, pass " << pass);
        }
        CHECK(store.size() == model.size());
        store.begin_pass();
        CHECK(store.size() == 0);
    }
}

}  // namespace

TEST_CASE("a hashed store equals a map", "[property]") {
    equals_map<trav::SpreadHash>(50, 300, 1000);
    equals_map<trav::SpreadHash>(100000, 50000, 5);
    equals_map<Worst>(60, 300, 300);
    equals_map<Worst>(1000, 1000, 3);
}

TEST_CASE("hashed: pointers, enumerations, and nodes with their own hash") {
    std::vector<double> objects(10000);
    trav::Hashed<double*, std::size_t> pointers;
    for (std::size_t i = 0; i < objects.size(); ++i) pointers.touch(&objects[i]).data() = i;
    for (std::size_t i = 0; i < objects.size(); ++i) CHECK(*pointers.find(&objects[i]) == i);
    CHECK(pointers.find(nullptr) == nullptr);

    enum class Id : std::uint16_t {};
    trav::Hashed<Id> ids;
    CHECK(ids.touch(Id{7}).fresh);
    CHECK_FALSE(ids.touch(Id{7}).fresh);
    CHECK(ids.touch(Id{8}).fresh);

    trav::Hashed<Name, int, NameHash> names;
    for (std::uint32_t file = 0; file < 30; ++file)
        for (std::uint32_t line = 0; line < 30; ++line) CHECK(names.touch({file, line}).fresh);
    CHECK_FALSE(names.touch({29, 29}).fresh);
    CHECK(names.size() == 900);
}

TEST_CASE("hashed: data that owns memory survives growth and is new on each first arrival") {
    trav::Hashed<int, std::unique_ptr<int>> store;  // move-only
    for (int n = 0; n < 1000; ++n) store.touch(n).data() = std::make_unique<int>(n);
    for (int n = 0; n < 1000; ++n) CHECK(**store.find(n) == n);
    store.erase(7);
    CHECK(store.touch(7).data() == nullptr);
    store.begin_pass();
    for (int n = 0; n < 1000; ++n) CHECK(store.touch(n).data() == nullptr);
}

TEST_CASE("hashed: data does not move in reserved room, and older data is kept") {
    trav::Hashed<int, int> store;
    for (int n = 0; n < 100; ++n) store.touch(n).data() = n;
    store.reserve(100'000);
    int const* const first = store.find(0);
    for (int n = 100; n < 100'000; ++n) store.touch(n).data() = n;
    CHECK(store.find(0) == first);
    store.reserve(10);
    CHECK(store.find(0) == first);
    int wrong = 0;
    for (int n = 0; n < 100'000; ++n) wrong += !store.find(n) || *store.find(n) != n;
    CHECK(wrong == 0);
    CHECK(store.size() == 100'000);
}

TEST_CASE("hashed is the default store of a graph without indices") {
    struct Walk {
        using node = Obj<>*;
        auto const& children(node n) const { return n->fields; }
    };
    Heap<> heap(shape("a:bc b:c c:a", "a"));
    int visits = 0;
    auto count = [&](auto& here) { visits += here.first; };
    trav::TraverseHeap traversal(Walk{}, count);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(traversal.store())>, trav::Hashed<Obj<>*>>);
    for (int pass = 1; pass <= 3; ++pass) {
        traversal.begin_pass();
        traversal.push_root(heap.at(0));
        traversal.run();
        CHECK(visits == 3 * pass);
        CHECK(traversal.store().size() == 3);
    }
}

namespace {

struct Place {
    int row = 0, column = 0;
    friend bool operator==(Place const&, Place const&) = default;
};
/// A square of 10 by 10 places, with edges to the right and down.
struct Square {
    using node = Place;
    std::span<Place const> children(Place) const { return {}; }  // never called
    void scan(Place p, auto&& sink) const {
        if (p.column < 9) sink(Place{p.row, p.column + 1});
        if (p.row < 9) sink(Place{p.row + 1, p.column});
    }
    void scan_back(Place p, auto&& sink) const {
        if (p.row < 9) sink(Place{p.row + 1, p.column});
        if (p.column < 9) sink(Place{p.row, p.column + 1});
    }
};

}  // namespace

template <>
struct std::hash<Place> {
    std::size_t operator()(Place const& p) const noexcept {
        return static_cast<std::size_t>(p.row) * 1000 + static_cast<std::size_t>(p.column);
    }
};

TEST_CASE("a struct with a std::hash can be a node") {
    int places = 0, arrivals = 0;
    auto count = [&](auto& here) { places += here.first, ++arrivals; };
    trav::traverse(Square{}, std::vector{Place{}}, count);
    CHECK(places == 100);
    CHECK(arrivals == 181);  // 2 * 90 edges and a root
}
