// test/store/header_word.cpp: GHC's flip bit, its two traps, and the fix-ups that avoid them.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"

#include <trav/store/header_word.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <type_traits>
#include <vector>

using namespace test;

namespace {

/// An object as in a profiled GHC program: a word in its header, which is 0 when allocated.
struct Thing {
    std::uintptr_t word = 0;
    std::vector<Thing*> fields{};
};
struct Things {
    using node = Thing*;
    auto const& children(node n) const { return n->fields; }
};

/// GHC's word without fix-ups: objects that were not reached are not reset, and new ones are not marked.
struct Bare {
    std::uintptr_t& operator()(Thing* n) const { return n->word; }
};

/// An allocator that knows its objects, and the word for new objects.
struct Allocator {
    std::vector<std::unique_ptr<Thing>> things{};
    std::uintptr_t fresh_word = 0;

    Thing* make() {
        things.push_back(std::make_unique<Thing>());
        things.back()->word = fresh_word;
        return things.back().get();
    }
};
struct OnlyNew : Bare {  // handles only new objects
    Allocator* allocator;
    explicit OnlyNew(Allocator& a) : allocator(&a) {}
    void fresh(std::uintptr_t word) const { allocator->fresh_word = word; }
};
struct Kept : Bare {
    Allocator* allocator;
    explicit Kept(Allocator& a) : allocator(&a) {}
    void unreached(auto f) const {
        for (auto& thing : allocator->things) f(thing->word);
    }
    void fresh(std::uintptr_t word) const { allocator->fresh_word = word; }
};

using Number = std::conditional_t<sizeof(void*) == 8, std::uint32_t, std::uint16_t>;  // half a word
constexpr Number greatest = std::numeric_limits<Number>::max();
static_assert(trav::NodeStore<trav::HeaderWord<Number, Bare>, Thing*, Number>);
static_assert(trav::NodeStore<trav::HeaderWord<Thing*, Bare>, Thing*, Thing*>);
static_assert(
    trav::NodeStore<trav::HeaderWord<trav::detail::Absent<0>, Bare>, Thing*, trav::detail::Absent<0>>);
static_assert(!trav::NodeStore<trav::HeaderWord<Number, Bare>, int*, Number>);
static_assert(trav::HeaderWord<Number, Bare>::shared);
static_assert(!trav::HeaderWord<Number, Kept>::shared);  // the words of an allocator

}  // namespace

TEST_CASE("header word: touch, find, data, passes") {
    Thing thing;
    trav::HeaderWord<Number, Bare> store;
    CHECK_FALSE(store.find(&thing));
    {
        auto touched = store.touch(&thing);
        CHECK(touched.fresh);
        CHECK(touched.data() == 0);
        touched.data() = greatest;
    }
    CHECK((thing.word & 1) == 1);
    CHECK(thing.word >> 1 == greatest);
    CHECK(*store.find(&thing) == greatest);
    CHECK_FALSE(store.touch(&thing).fresh);
    CHECK(store.touch(&thing).data() == greatest);
    store.begin_pass();
    CHECK_FALSE(store.find(&thing));
    CHECK(store.touch(&thing).fresh);
    CHECK((thing.word & 1) == 0);
    CHECK(store.touch(&thing).data() == 0);
}

TEST_CASE("header word: data of every type that fits") {
    Thing thing, other;
    trav::HeaderWord<Thing*, Bare> pointer;
    pointer.touch(&thing).data() = &other;
    CHECK(*pointer.find(&thing) == &other);
    CHECK((thing.word & 1) == 1);
    pointer.begin_pass();
    CHECK(pointer.touch(&thing).data() == nullptr);

    struct Pair {
        signed char low = 0;
        signed char high = 0;
    };
    Thing third;
    trav::HeaderWord<Pair, Bare> pair;
    pair.touch(&third).data() = {-1, -2};
    CHECK(pair.find(&third)->low == -1);
    CHECK(pair.find(&third)->high == -2);

    Thing fourth;
    trav::HeaderWord<std::make_signed_t<Number>, Bare> negative;
    negative.touch(&fourth).data() = -5;
    CHECK(*negative.find(&fourth) == -5);

    Thing fifth;
    trav::HeaderWord<trav::detail::Absent<0>, Bare> none;
    CHECK(none.touch(&fifth).fresh);
    CHECK_FALSE(none.touch(&fifth).fresh);
}

TEST_CASE("header word: begin_pass before anything is touched does not flip") {
    Thing thing;
    trav::HeaderWord<Number, Bare> store;
    for (int i = 0; i < 3; ++i) store.begin_pass();
    CHECK(store.touch(&thing).fresh);
}

TEST_CASE("header word, the first trap: an object not reached looks visited two passes later, as in GHC") {
    Thing a, b;
    trav::HeaderWord<Number, Bare> store;
    store.touch(&a), store.touch(&b);
    store.begin_pass();
    store.touch(&a);  // b is not reached
    store.begin_pass();
    CHECK(store.touch(&a).fresh);
    CHECK_FALSE(store.touch(&b).fresh);  // wrong
}

TEST_CASE("header word, the first trap avoided: unreached()") {
    Allocator allocator;
    Thing* const a = allocator.make();
    Thing* const b = allocator.make();
    trav::HeaderWord<Number, Kept> store{Kept(allocator)};
    store.touch(a), store.touch(b).data() = 9;
    for (int pass = 0; pass < 10; ++pass) {
        store.begin_pass();
        CHECK_FALSE(store.find(b));
        CHECK(store.touch(a).fresh);
    }
    CHECK(store.touch(b).fresh);
    CHECK(store.touch(b).data() == 0);
}

TEST_CASE("header word, the second trap: a new object looks visited in every other pass, as in GHC") {
    Thing old;
    trav::HeaderWord<Number, Bare> store;
    store.touch(&old);
    store.begin_pass();
    Thing young;                             // its word is 0, and so is the flip
    CHECK_FALSE(store.touch(&young).fresh);  // wrong
}

TEST_CASE("header word, the second trap avoided: fresh()") {
    Allocator allocator;
    Thing* const root = allocator.make();
    int visits = 0;
    auto count = [&](auto& here) { visits += here.first; };
    trav::HeaderWord<trav::detail::Absent<0>, Kept> store{Kept(allocator)};
    trav::TraverseHeap traversal(Things{}, count, store);
    for (int pass = 0; pass < 10; ++pass) {
        root->fields = {allocator.make()};  // allocated before the pass begins
        traversal.begin_pass();
        root->fields.push_back(allocator.make());  // allocated before it runs
        root->fields.push_back(root);
        visits = 0;
        traversal.push_root(root);
        traversal.run();
        CHECK(visits == 3);
        for (int i = 0; i < 3; ++i) allocator.make();  // never reached
    }
}

TEST_CASE("header word: after go::stop the next pass is correct if unreached() lists all objects") {
    Allocator allocator;
    std::vector<Thing*> chain;
    for (int i = 0; i != 8; ++i) chain.push_back(allocator.make());
    for (std::size_t i = 0; i + 1 != chain.size(); ++i) chain[i]->fields = {chain[i + 1]};
    int visits = 0, most = 0;
    auto count = [&](auto& here) {
        visits += here.first;
        return visits == most ? trav::go::stop : trav::go::down;
    };
    trav::HeaderWord<trav::detail::Absent<0>, Kept> store{Kept(allocator)};
    trav::TraverseHeap traversal(Things{}, count, store);
    auto const pass = [&](int at_most) {
        traversal.begin_pass();
        visits = 0, most = at_most;
        traversal.push_root(chain[0]);
        bool const whole = traversal.run();
        CHECK(whole == (at_most > 8));
        CHECK(visits == (whole ? 8 : at_most));
    };
    // two stopped passes in a row let an object that both missed keep a word of the flip that comes next
    for (int const at_most : {9, 3, 9, 3, 5, 9, 1, 1, 9, 9, 2, 4, 1, 9}) pass(at_most);
}

TEST_CASE("header word: fresh() alone suffices if every live object is reached") {
    Allocator allocator;
    Thing* const root = allocator.make();
    int visits = 0;
    auto count = [&](auto& here) { visits += here.first; };
    trav::HeaderWord<trav::detail::Absent<0>, OnlyNew> store{OnlyNew(allocator)};
    trav::TraverseHeap traversal(Things{}, count, store);
    for (int pass = 1; pass <= 6; ++pass) {
        root->fields.push_back(allocator.make());
        traversal.begin_pass();
        visits = 0;
        traversal.push_root(root);
        traversal.run();
        CHECK(visits == 1 + pass);
    }
}

TEST_CASE("header word: an object made after begin_pass() is new, even if the caller steps") {
    Allocator allocator;
    Thing* const a = allocator.make();
    trav::HeaderWord<Number, Kept> store{Kept(allocator)};
    for (int pass = 0; pass < 4; ++pass) {
        store.begin_pass();
        Thing* const young = allocator.make();
        CHECK_FALSE(store.find(young));
        CHECK(store.touch(young).fresh);
        CHECK(store.touch(a).fresh);
    }
}

TEST_CASE("header word: passes that reach nothing make no new object look visited") {
    Allocator allocator;
    Thing* const root = allocator.make();
    int visits = 0;
    auto count = [&](auto& here) { visits += here.first; };
    trav::HeaderWord<trav::detail::Absent<0>, Kept> store{Kept(allocator)};
    trav::TraverseHeap traversal(Things{}, count, store);
    for (int pass = 0; pass < 6; ++pass) {
        for (int idle = 0; idle < pass; ++idle) {
            traversal.begin_pass();
            traversal.run();  // no root
        }
        root->fields = {allocator.make()};
        traversal.begin_pass();
        visits = 0;
        traversal.push_root(root);
        traversal.run();
        CHECK(visits == 2);
    }
}

TEST_CASE("header word: a new store ignores the marks of an earlier store") {
    Allocator allocator;
    Thing* const a = allocator.make();
    for (int i = 0; i < 5; ++i) {
        trav::HeaderWord<Number, Kept> store{Kept(allocator)};
        for (int pass = 0; pass <= i; ++pass) {
            store.begin_pass();
            CHECK(store.touch(a).fresh);
        }
    }
}

TEST_CASE("header word with fix-ups visits the same objects as a side table, over many passes",
          "[property]") {
    RandomGraphs random(20);
    for_each_strategy([&]<class Strategy>(char const* strategy) {
        INFO(strategy);
        Allocator allocator;
        trav::HeaderWord<trav::detail::Absent<0>, Kept> store{Kept(allocator)};
        std::map<Thing*, int> by_word, by_table;
        auto in_word = [&](auto& here) { by_word[here.node] += here.first; };
        auto in_table = [&](auto& here) { by_table[here.node] += here.first; };
        auto traversal = trav::traversal<Strategy>(Things{}, in_word, store);
        for (int pass = 0; pass < 200; ++pass) {
            for (int i = random.below(4); i > 0; --i) allocator.make();
            if (random.below(3) > 0) traversal.begin_pass();
            else traversal.begin_pass(), traversal.run(), traversal.begin_pass();  // an empty pass between
            for (int i = random.below(3); i > 0; --i) allocator.make();
            int const count = static_cast<int>(allocator.things.size());
            auto const any = [&] {
                return allocator.things[static_cast<std::size_t>(random.below(count))].get();
            };
            if (count == 0) continue;
            for (int i = 0; i < 5; ++i) any()->fields.push_back(any());
            if (random.below(10) == 0) any()->fields.clear();
            Thing* const root = any();
            by_word.clear(), by_table.clear();
            traversal.push_root(root);
            traversal.run();
            trav::traverse<Strategy>(Things{}, std::vector{root}, in_table);
            CHECK(by_word == by_table);
        }
    });
}
