// test/ghc/heap/storage.cpp: allocation, and the linear walk over allocated objects.
#include "catch.hpp"
#include "ghc/event_list.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <algorithm>
#include <vector>

using namespace trav::ghc;

namespace {

std::vector<Closure*> walk(Heap const& heap) {
    std::vector<Closure*> all;
    for (Closure* c : heap.objects()) all.push_back(c);
    return all;
}

}  // namespace

TEST_CASE("an empty heap has no objects", "[unit]") {
    Heap heap;
    CHECK(walk(heap).empty());
    heap.static_con("S");
    CHECK(walk(heap).empty());
    heap.collect();
    CHECK(walk(heap).empty());
}

TEST_CASE("the walk visits blocks in order, then large objects, then compact regions", "[unit]") {
    Heap heap;
    std::vector<Closure*> small, large, compact;
    for (int i = 0; i < 2000; ++i) {
        small.push_back(
            heap.con("C", {nullptr, nullptr}, std::vector<Word>(static_cast<std::size_t>(i % 7), 1)));
        if (i % 100 == 0) large.push_back(heap.bytes(4000));
        if (i % 500 == 0) compact.push_back(heap.compact(600));
    }
    std::vector<Closure*> expected = small;
    expected.insert(expected.end(), large.begin(), large.end());
    expected.insert(expected.end(), compact.begin(), compact.end());
    CHECK(walk(heap) == expected);
}

TEST_CASE("iterators are copied, compared and advanced", "[unit]") {
    Heap heap;
    CHECK(heap.objects().begin() == heap.objects().end());
    Closure *const a = heap.con("A"), *const b = heap.con("B"), *const large = heap.bytes(5000);
    auto at = heap.objects().begin();
    auto const first = at, before = at++;
    CHECK(first == before);
    CHECK(*before == a);
    CHECK(*at == b);
    CHECK_FALSE(at == first);
    CHECK(*++at == large);
    CHECK_FALSE(at == heap.objects().end());
    CHECK(++at == heap.objects().end());
    CHECK_FALSE(at == first);
}

TEST_CASE("allocation fills a block to its last byte before it starts another", "[unit]") {
    Storage storage;
    for (int i = 0; i != 8; ++i) storage.room(block_bytes / 8);
    CHECK(storage.in_use().small.size() == 1);
    storage.room(word_bytes);
    CHECK(storage.in_use().small.size() == 2);
}

TEST_CASE("objects of at least 3276 bytes have their own blocks", "[unit]") {
    Heap heap;
    Closure* const small = heap.bytes(3276 - 32 - 8);
    Closure* const large = heap.bytes(3276 - 32);
    CHECK(size_words(small) * 8 < 3276);
    CHECK(size_words(large) * 8 >= 3276);
    CHECK_FALSE(Block::of(small)->large);
    CHECK(Block::of(large)->large);
    Closure* const huge = heap.array(std::vector<Closure*>(300000));  // more than a megablock
    CHECK(Block::of(huge)->blocks > usable_blocks);
    CHECK(walk(heap) == std::vector{small, large, huge});
}

TEST_CASE("the walk skips slop left by an update", "[unit]") {
    Heap heap;
    Closure* const a = heap.thunk("t", {nullptr, nullptr, nullptr});
    Closure* const b = heap.con("b");
    Closure* const last = heap.thunk("t", {nullptr, nullptr});
    heap.update(a, b);
    heap.update(last, b);
    CHECK(walk(heap) == std::vector{a, b, last});
    CHECK(type(a) == ClosureType::BLACKHOLE);
    CHECK(as<Ind>(a)->indirectee == tagged(b));
}

TEST_CASE("the walk finds exactly the allocated objects", "[property]") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        test::RandomHeap random(seed);
        test::EventList events;
        random.heap.observers().add(events);
        auto before = walk(random.heap);
        for (int i = 0; i < 50; ++i) {
            random.heap.con("C", {random.any(), random.any()});
            random.heap.array(std::vector<Closure*>(random.below(600)));
            random.heap.compact(12 + random.below(600));
        }
        random.heap.observers().remove(&events);
        random.heap.con("unseen");
        auto after = walk(random.heap);
        REQUIRE(events.made.size() == 150);
        std::size_t unseen = 0;
        for (Closure* c : after) unseen += description(c) == "unseen";
        CHECK(unseen == 1);
        std::erase_if(after, [](Closure* c) { return description(c) == "unseen"; });
        before.insert(before.end(), events.made.begin(), events.made.end());
        for (std::size_t i = 0; i != 150; ++i) CHECK(size_bytes(events.made[i]) == events.made_bytes[i]);
        std::sort(before.begin(), before.end());
        std::sort(after.begin(), after.end());
        CHECK(before == after);
    }
}

TEST_CASE("static closures are outside the heap", "[unit]") {
    Heap heap;
    CHECK(heap.is_static(heap.static_con("S")));
    CHECK(heap.is_static(tagged(heap.static_con("S"))));
    CHECK(heap.is_static(heap.end_tso_queue()));
    CHECK(heap.is_static(heap.caf("c")));
    CHECK_FALSE(heap.is_static(heap.con("C")));
    CHECK_FALSE(heap.is_static(heap.bytes(100000)));
    CHECK(heap.program().statics().size() == 4);
}

TEST_CASE("next_era() ends an era of a heap with biographies", "[unit]") {
    Heap heap({.ldv = true});
    CHECK(heap.era() == 1);
    heap.next_era();
    CHECK(heap.era() == 2);
    Heap plain;
    CHECK(plain.era() == 0);
}
