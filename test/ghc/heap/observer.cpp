// test/ghc/heap/observer.cpp: observers are notified of all events; trav::Biography is an observer and agrees
// with GHC's counters on a heap that moves its objects.
#include "catch.hpp"
#include "ghc/ldv.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/profile/biography.hpp>

#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

/// Records all events.
struct Diary {
    std::vector<std::string> lines{};
    void created(Closure* c, std::size_t bytes) { write("created", c, bytes); }
    void used(Closure* c) { write("used", c, 0); }
    void died(Closure* c, std::size_t bytes) { write("died", c, bytes); }
    void moved(Closure* from, Closure* to) { write(from == to ? "stayed" : "moved", to, 0); }
    void write(std::string const& what, Closure* c, std::size_t bytes) {
        lines.push_back(what + " " + std::string(description(c)) +
                        (bytes > 0 ? " " + std::to_string(bytes) : ""));
    }
};
struct NoDeaths {
    void created(Closure*) {}
    void used(Closure*) {}
    void moved(Closure*, Closure*) {}
};

static_assert(Observer<Diary>);
static_assert(Observer<test::Ldv>);
static_assert(Observer<trav::Biography<Closure*>>);
static_assert(!Observer<NoDeaths>);

}  // namespace

TEST_CASE("several observers are notified of the events in the lives of objects", "[unit]") {
    Heap heap;
    Diary one, two;
    heap.observers().add(one);
    heap.observers().add(two);
    Closure* const thunk = heap.thunk("t", {nullptr, nullptr});
    StablePtr const root = heap.stable(heap.con("keep", {thunk}));
    heap.con("lose", {}, {1, 2});
    heap.used(thunk);
    heap.update(thunk, heap.con("value"));
    heap.used(heap.static_con("S"));  // static: no event
    heap.collect();
    heap.observers().remove(&two);
    heap.used(heap.deref(root));
    std::vector<std::string> const told = {
        "created t 32",     "created keep 16",   "created lose 24",      "used t",
        "created value 16", "died t 32",         "created BLACKHOLE 16", "moved keep",
        "moved value",      "died BLACKHOLE 16", "died lose 24"};
    CHECK(two.lines == told);
    CHECK(one.lines.size() == told.size() + 1);
    CHECK(one.lines.back() == "used keep");
}

TEST_CASE("trav::Biography agrees with GHC's counters", "[property]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        test::RandomHeap random(seed, 0, {.ldv = true});
        Heap& heap = random.heap;
        test::Ldv counters(heap);
        trav::Biography<Closure*> life([](Closure* c) { return inherently_used(type(c)); });
        heap.observers().add(life);
        std::vector<StablePtr> roots;
        std::vector<Closure*> const none(3);
        for (int era = 0; era < 25; ++era) {
            for (std::size_t n = random.below(30); n > 0; --n) {
                Closure* c = nullptr;
                switch (random.below(4)) {
                case 0: c = heap.bytes(random.below(6000)); break;
                case 1: c = heap.thunk("t", none); break;
                case 2: c = heap.mut_var(nullptr); break;
                default: c = heap.con("C", none, std::vector<Word>(random.below(9))); break;
                }
                roots.push_back(heap.stable(c));
            }
            for (std::size_t i = 0; i < roots.size(); ++i) {
                Closure* const c = heap.deref(roots[i]);
                if (random.below(3) == 0) heap.used(c);
                if (random.below(9) == 0 && type(c) == ClosureType::THUNK)
                    heap.update(c, heap.con("value", none));
                if (random.below(5) == 0) {
                    heap.free_stable(roots[i]);
                    std::swap(roots[i--], roots.back());
                    roots.pop_back();
                }
            }
            heap.collect();
            for (Closure* c : heap.objects()) life.alive(c, 0, size_bytes(c));
            life.end_census();
            counters.census();
        }
        std::vector<test::Ldv::Bands> bands(25);
        life.each([&](std::uint32_t census, std::uint32_t, auto phase, trav::Amount const& amount) {
            std::int64_t test::Ldv::Bands::* const fields[] = {
                &test::Ldv::Bands::void_, &test::Ldv::Bands::lag, &test::Ldv::Bands::use,
                &test::Ldv::Bands::inherent_use, &test::Ldv::Bands::drag};
            bands[census].*fields[static_cast<unsigned>(phase)] += static_cast<std::int64_t>(amount.bytes);
        });
        INFO("seed " << seed);
        CHECK(bands == counters.bands());
        CHECK(bands[20].drag + bands[20].void_ > 0);
        heap.observers().remove(&life);
    }
}
