// test/ghc/heap/compact_region.cpp: compact regions: their blocks beside a model of GHC's, and their values.
#include <trav/ghc/heap/compact_region.hpp>

#include "catch.hpp"
#include "ghc/event_list.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

using Sizes = std::vector<std::size_t>;

/// The objects in each group of a region's blocks, by size in bytes.
std::vector<Sizes> objects_in(Closure* region) {
    std::vector<Sizes> groups;
    for (Block const* group = Block::of(region); group; group = group->link) {
        Sizes& sizes = groups.emplace_back();
        each_in_group(*group, [&](Closure* c) { sizes.push_back(size_words(c) * word_bytes); });
    }
    return groups;
}

/// The room in a region, in bytes. (GHC: allocateForCompact)
struct Model {
    struct Group {
        std::size_t blocks, used;
        Sizes objects{};
        std::size_t room() const { return 4096 * blocks - 24 - used; }
        bool is_full() const { return room() < 80; }  // a header of 3 words, 7 fields
        void add(std::size_t n) { used += n, objects.push_back(n); }
    };
    std::vector<Group> groups{{8, 96}};
    std::size_t nursery = 0;

    void add(std::size_t n) {
        if (n < groups[nursery].room()) return groups[nursery].add(n);
        if (n > 3276) {
            groups.push_back({(n + 96 + 4095) / 4096, 0});
            return groups.back().add(n);
        }
        if (groups[nursery].is_full()) {
            while (nursery != groups.size() && groups[nursery].is_full()) ++nursery;
            if (nursery == groups.size()) groups.push_back({8, 0});
            return add(n);
        }
        for (std::size_t i = nursery + 1; i != groups.size(); ++i)
            if (n <= groups[i].room()) return groups[i].add(n);
        groups.push_back({8, 0});
        groups.back().add(n);
    }
    std::vector<Sizes> objects() const {
        std::vector<Sizes> all;
        for (Group const& group : groups) all.push_back(group.objects);
        return all;
    }
    std::size_t words() const {
        std::size_t blocks = 0;
        for (Group const& group : groups) blocks += group.blocks;
        return blocks * 512;
    }
};

struct Regions {
    Heap heap;
    Closure *region = heap.compact_region(), *a = heap.con(Code("A").number(3), {}, {5}),
            *s = heap.static_con(Code("S").number(1));
    Closure* added(Closure* value) { return heap.add_to_compact(region, value); }
};

}  // namespace

TEST_CASE("objects go into the blocks that GHC's rules choose", "[property]") {
    for (unsigned seed = 0; seed != 12; ++seed) {
        INFO(seed);
        std::mt19937 random(seed);
        Heap heap;
        Closure* const region = heap.compact_region();
        Model model;
        for (int step = 0; step != 150; ++step) {
            auto const& group = model.groups[random() % 2 ? model.nursery : random() % model.groups.size()];
            std::size_t n = 32 + 8 * (random() % (random() % 2 ? 400 : 20));
            std::size_t const kind = random() % 8, less = 64 + 8 * (random() % 5);
            if (kind == 0) n = 3256 + 8 * (random() % 5);  // around 3276
            if (kind == 1 && step % 3 == 0) n = 4096 * (1 + random() % 9) - 96 - 24 + 8 * (random() % 20);
            if (kind == 2) n = group.room() - 8 + 8 * (random() % 3);
            if (kind == 3 && group.room() > less) n = group.room() - less;
            if (n < 32 || n > 50'000) continue;
            Closure* const value = heap.bytes(n - 32);
            std::memset(words_after(as<ArrBytes>(value)), step, n - 32);
            Closure* const copy = heap.add_to_compact(region, value);
            model.add(n);
            REQUIRE(std::memcmp(copy, value, n) == 0);
            REQUIRE(is_in_region(copy));
            REQUIRE_FALSE(is_in_region(value));
            REQUIRE(objects_in(region) == model.objects());
            REQUIRE(as<CompactNFData>(region)->total_words == model.words());
        }
        CHECK(model.groups.size() > 3);
        CHECK(size_bytes(region) == model.words() * 8 - 16);
    }
}

TEST_CASE_METHOD(Regions, "a new region has 8 blocks and no objects", "[unit]") {
    CHECK(size_bytes(region) == 32768 - 16);
    CHECK(as<CompactNFData>(region)->auto_block_words == 4096);
    CHECK(objects_in(region) == std::vector<Sizes>{{}});
    CHECK_FALSE(is_in_region(region));
    CHECK_FALSE(is_in_region(a));
    CHECK_FALSE(is_in_region(heap.bytes(5000)));
    CHECK(objects_in(heap.compact(600)) == std::vector<Sizes>{{}});
}

TEST_CASE_METHOD(Regions, "growth is an event and an allocation, other additions are not", "[unit]") {
    test::EventList events;
    Closure* const large = heap.bytes(30'000);
    heap.observers().add(events);
    std::uint64_t const before = heap.bytes_allocated();
    added(large);
    added(a);
    CHECK(heap.bytes_allocated() == before);
    CHECK(events.made.empty());
    CHECK(events.dead.empty());
    added(large);
    CHECK(heap.bytes_allocated() - before == 32768);
    CHECK(events.dead == std::vector{region});
    CHECK(events.dead_bytes == Sizes{32768 - 16});
    CHECK(events.made == std::vector{region});
    CHECK(events.made_bytes == Sizes{65536 - 16});
    heap.observers().remove(&events);
}

TEST_CASE_METHOD(Regions, "a value is copied with its fields, once for each path", "[unit]") {
    Closure* const pair = heap.con(Code("P").number(2), {a, s, a}, {7});
    Closure* const copy = added(tagged(pair));
    CHECK(tag(copy) == 3);
    Closure* const inside = untag(copy);
    CHECK(inside != pair);
    CHECK(inside->info == pair->info);
    CHECK(inside->ccs == pair->ccs);
    Closure** const fields = pointers_after(inside);
    for (std::size_t const i : {0u, 2u}) {
        CHECK(tag(fields[i]) == 4);
        CHECK(is_in_region(untag(fields[i])));
        CHECK(words_after(untag(fields[i]))[0] == 5);
    }
    CHECK(fields[0] != fields[2]);
    CHECK(fields[1] == tagged(s));
    CHECK(words_after(inside)[3] == 7);
    CHECK(pointers_after(pair)[0] == tagged(a));
    // objects in the region, and static ones, stay in place
    CHECK(added(copy) == copy);
    CHECK(added(tagged(s)) == tagged(s));
    Closure* const box = added(heap.con("Box", {inside}));
    CHECK(pointers_after(box)[0] == copy);
    Closure* const other = heap.compact_region();
    CHECK(heap.add_to_compact(other, copy) != copy);
    CHECK(objects_in(region) == std::vector<Sizes>{{56, 32, 32, 32}});
    CHECK(objects_in(other) == std::vector<Sizes>{{56, 32, 32}});
}

TEST_CASE_METHOD(Regions, "indirections are followed, evaluated thunks, too", "[unit]") {
    Closure* const thunk = heap.thunk("t", {a});
    heap.update(thunk, a);
    for (Closure* const to :
         {heap.ind(a), heap.ind_static(a), heap.blackhole(a), thunk, heap.ind_static(heap.ind(thunk))}) {
        Closure* const copy = added(to);
        CHECK(tag(copy) == 4);
        CHECK(is_in_region(untag(copy)));
        CHECK(untag(copy)->info == a->info);
        CHECK(pointers_after(added(heap.con("Box", {to})))[0] != tagged(a));
    }
}

TEST_CASE_METHOD(Regions, "frozen arrays may be in a region, with all their elements", "[unit]") {
    using enum ClosureType;
    for (ClosureType const kind : {MUT_ARR_PTRS_FROZEN_CLEAN, MUT_ARR_PTRS_FROZEN_DIRTY}) {
        Closure* const copy = added(heap.array({s, a, a}, kind));
        CHECK(type(copy) == kind);
        CHECK(pointers_after(as<MutArrPtrs>(copy))[0] == tagged(s));
        for (std::size_t const i : {1u, 2u})
            CHECK(is_in_region(untag(pointers_after(as<MutArrPtrs>(copy))[i])));
    }
    for (ClosureType const kind : {SMALL_MUT_ARR_PTRS_FROZEN_CLEAN, SMALL_MUT_ARR_PTRS_FROZEN_DIRTY}) {
        Closure* const copy = added(heap.small_array({s, a}, kind));
        CHECK(type(copy) == kind);
        CHECK(is_in_region(untag(pointers_after(as<SmallMutArrPtrs>(copy))[1])));
    }
}

TEST_CASE_METHOD(Regions, "functions, thunks, mutable and cyclic data are refused", "[unit]") {
    std::string const holds_no = "ghc heap: a compact region holds no ";
    CHECK_THROWS_WITH(added(heap.fun("f", {a})), holds_no + "f");
    CHECK_THROWS_WITH(added(heap.thunk("<t>", {a})), holds_no + "<t>");
    CHECK_THROWS_WITH(added(heap.con("Box", {heap.mut_var(a)})), holds_no + "MUT_VAR_CLEAN");
    CHECK_THROWS_WITH(added(heap.array({a})), holds_no + "MUT_ARR_PTRS_CLEAN");
    CHECK_THROWS_WITH(added(heap.small_array({a})), holds_no + "SMALL_MUT_ARR_PTRS_CLEAN");
    Closure *const first = heap.con("First", {a, a}), *const second = heap.con("Second", {first});
    pointers_after(first)[1] = tagged(second);
    CHECK_THROWS_WITH(added(first), "ghc heap: the value for a compact region is cyclic");
    char const* const grows = "ghc heap: add_to_compact: this is no compact region that grows";
    CHECK_THROWS_WITH(heap.add_to_compact(heap.compact(4096), a), grows);
    CHECK_THROWS_WITH(heap.add_to_compact(a, a), grows);
}
