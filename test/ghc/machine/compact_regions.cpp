// test/ghc/machine/compact_regions.cpp: compact regions. compactSize of GHC 9.0.2, profiled, gave the sizes.
#include <trav/ghc/machine/compact_regions.hpp>

#include "catch.hpp"

#include <trav/ghc/machine/machine.hpp>
#include <trav/ghc/profile/heap_profile.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

Code const Int("I#"), Cons = Code(":").typed("[]").number(1), Nil = Code("[]").typed("[]"), T("T"),
                      Just = Code("Just").typed("Maybe").number(1), Nothing = Code("Nothing").typed("Maybe");

// x : rest
Eval enumerated(Machine& m, Ref from, Ref to);
// [i | i <- [from .. to]]
Eval enumerated(Machine& m, Ref from, Ref to) {
    Word const i = (co_await from).word(), end = (co_await to).word();
    if (i > end) co_return m.con(Nil);
    co_return m.con(Cons, m.con(Int, i), m.thunk("<go>", enumerated, m.con(Int, i + 1), to));
}
// [T i (if even i then Just i else Nothing) [i, i + 1] | i <- [from .. to]]
Eval records(Machine& m, Ref from, Ref to) {
    Word const i = (co_await from).word(), end = (co_await to).word();
    if (i > end) co_return m.con(Nil);
    Ref const n = m.con(Int, i);
    Ref const maybe = i % 2 == 0 ? Ref(m.con(Just, n)) : Ref(m.con(Nothing));
    Ref const next = m.con(Int, i + 1);
    Ref const list = m.con(Cons, n, m.con(Cons, next, m.con(Nil)));
    co_return m.con(Cons, m.con(T, n, maybe, list), m.thunk("<go>", records, next, to));
}
Eval sum(Machine& m, Ref list) {
    Word total = 0;
    for (Ref at = co_await std::move(list); !at.is(Nil); at = co_await std::move(at)[1])
        total += (co_await at[0]).word();
    co_return m.con(Int, total);
}
Eval sum_of_records(Machine& m, Ref list) {
    Word total = 0;
    for (Ref at = co_await std::move(list); !at.is(Nil); at = co_await std::move(at)[1]) {
        Ref const record = co_await at[0];
        total += (co_await record[0]).word() + (co_await sum(m, record[2])).word();
        if (record[1].is(Just)) total += record[1][0].word();
    }
    co_return m.con(Int, total);
}

Eval compacted(Machine& m, Ref x) { return m.compact(x); }
Eval same(Machine&, Ref x) { co_return x; }
Eval first(Machine&, Ref x, Ref) { co_return x; }

/// The sizes of the regions in the heap.
std::vector<std::size_t> regions(Machine& m) {
    std::vector<std::size_t> sizes;
    for (Closure* const c : m.heap().objects())
        if (type(c) == ClosureType::COMPACT_NFDATA) sizes.push_back(size_bytes(c));
    return sizes;
}
using Sizes = std::vector<std::size_t>;

}  // namespace

TEST_CASE("compact regions have GHC's sizes and values", "[conformance]") {
    Machine machine;
    machine.run([](Machine& m) -> Eval {
        Ref const one = m.con(Int, 1);
        Ref c = co_await m.compact(m.thunk("<xs>", records, one, m.con(Int, 2000)));
        CHECK(m.compact_size(c) == 622'592);
        co_await m.perform_major_gc();
        CHECK(regions(m) == Sizes{622'576});
        // sum of i + [i is even] i + i + i + 1, for i from 1 to 2000
        CHECK((co_await sum_of_records(m, m.get_compact(c))).word() == 3 * 2'001'000 + 1'001'000 + 2000);
        c = co_await m.compact_add(c, m.thunk("<ys>", enumerated, one, m.con(Int, 5000)));
        CHECK(m.compact_size(c) == 983'040);
        co_await m.perform_major_gc();
        CHECK(regions(m) == Sizes{983'024});
        CHECK((co_await sum(m, m.get_compact(c))).word() == 12'502'500);
        co_return m.unit();
    }(machine));
    machine.shutdown();
    CHECK(regions(machine).empty());
}

TEST_CASE("a pointer to any object of a compact region keeps all of it alive", "[unit]") {
    Machine machine;
    machine.run([](Machine& m) -> Eval {
        Ref c = co_await m.compact(m.thunk("<xs>", enumerated, m.con(Int, 1000), m.con(Int, 4000)));
        std::size_t const bytes = m.compact_size(c);
        Ref at = m.get_compact(c);
        c = Ref();
        for (int i = 0; i != 2000; ++i) at = std::move(at)[1];
        Closure* const before = at.closure();
        co_await m.perform_major_gc();
        CHECK(regions(m) == Sizes{bytes - 16});
        CHECK(at.closure() == before);
        CHECK((co_await sum(m, at)).word() == 1001 * (3000 + 4000) / 2);
        Ref const weak = m.weak(at, m.con(Int, 700)), small = (co_await sum(m, at));
        at = std::move(at)[0];  // an Int, which a collection outside of regions would not share
        co_await m.perform_major_gc();
        CHECK(m.deref(weak).word() == 700);
        at = Ref();
        co_await m.perform_major_gc();
        CHECK(regions(m).empty());
        CHECK(!m.deref(weak));
        co_return m.unit();
    }(machine));
}

TEST_CASE("a compact region keeps shared data twice, and static constructors outside", "[unit]") {
    Machine machine;
    machine.run([](Machine& m) -> Eval {
        Ref const n = m.con(Int, 100'000), list = m.con(Cons, n, m.con(Cons, n, m.con(Nil)));
        Ref const c = co_await m.compact(m.con("Pair", list, list));
        Ref const pair = m.get_compact(c);
        CHECK(pair[0].closure() != pair[1].closure());
        CHECK(pair[0][0].closure() != pair[0][1][0].closure());
        CHECK(pair[0][1][1].closure() == m.con(Nil).closure());
        Ref const again = m.get_compact(co_await m.compact_add(c, m.con("Two", pair, pair)));
        CHECK(again[0].closure() == pair.closure());  // it is in the region
        CHECK(again[1].closure() == pair.closure());
        Ref const other = m.get_compact(co_await m.compact(pair));
        CHECK(other.closure() != pair.closure());
        CHECK(other[1][1][0].word() == 100'000);
        CHECK(regions(m).size() == 2);
        co_return m.unit();
    }(machine));
}

TEST_CASE("compact evaluates every field", "[unit]") {
    Machine machine;
    machine.run([](Machine& m) -> Eval {
        auto const late = [&](Word n) { return m.thunk("<n>", same, m.con(Int, n)); };
        Ref const c = co_await m.compact(m.con(T, late(1001), late(1002), late(1003), late(1004)));
        for (std::size_t i = 0; i != 4; ++i) CHECK(m.get_compact(c)[i].word() == 1001 + i);
        co_return m.unit();
    }(machine));
}

TEST_CASE("arrays in compact regions, and objects larger than a group of blocks", "[unit]") {
    Machine machine;
    machine.run([](Machine& m) -> Eval {
        Ref const small = m.small_array(3, m.thunk("<t>", enumerated, m.con(Int, 1), m.con(Int, 2)));
        Ref const large = m.array(300'000, m.con(Int, 7000));
        m.freeze(small), m.freeze(large);
        Ref const c = co_await m.compact(m.con(T, small, m.bytes(2'000'000), large));
        // bytes and the array have groups of their own; 300,000 Ints of 32 bytes go into groups of 8 blocks
        std::size_t const blocks = m.compact_size(c) / 4096;
        CHECK(blocks >= 8 + 489 + 588 + 300'000 * 32 / 4096);
        CHECK(blocks <= 8 + 490 + 590 + 300'000 * 32 / 4096 + 16 + 24);
        co_await m.perform_major_gc();
        Ref const copy = m.get_compact(c);
        CHECK(m.read(copy[0], 2)[0].word() == 1);
        CHECK(m.read(copy[2], 299'999).word() == 7000);
        CHECK(size_words(copy[1].closure()) == 4 + 250'000);
        co_return m.unit();
    }(machine));
    machine.request_collection();
    machine.shutdown();
    CHECK(regions(machine).empty());
}

TEST_CASE("a compact region refuses functions and mutable data", "[unit]") {
    Machine machine;
    auto const refused = [&](Ref const& x) {
        return machine.run([](Machine& m, Ref value) -> Eval {
            co_return m.catch_exception(m.thunk("<c>", compacted, value), m.fun("h", same));
        }(machine, x));
    };
    CHECK(refused(machine.con(Just, machine.fun("f", sum))).is("cannotCompactFunction"));
    CHECK(refused(machine.fun("f", first, machine.unit())).is("cannotCompactFunction"));
    Closure* const bytes = machine.heap().bytes(8);
    Ref const box = machine.con(Just, machine.unit());
    pointers_after(box.closure())[0] = machine.heap().bco(bytes, bytes, bytes, "p");
    CHECK(refused(box).is("cannotCompactFunction"));
    CHECK(refused(machine.con(Just, machine.mut_var(machine.unit()))).is("cannotCompactMutable"));
    CHECK(refused(machine.array(2, machine.unit())).is("cannotCompactMutable"));
}

TEST_CASE("operations on what is no Compact are refused with a sentence", "[unit]") {
    Machine m;
    CHECK_THROWS_WITH(m.compact_size(m.con(Int, 5)),
                      "ghc machine: compact_size: this is no evaluated Compact");
    CHECK_THROWS_WITH(m.compact_size(m.thunk("<t>", same, m.unit())),
                      "ghc machine: compact_size: this is no evaluated Compact");
    CHECK_THROWS_WITH(m.get_compact(m.con(Int, 5)), "ghc machine: get_compact: this is no evaluated Compact");
    CHECK_THROWS_WITH(m.compact(Ref()),
                      "ghc machine: compact: a variable is empty: it was moved, or never had a value");
    CHECK_THROWS_WITH(m.heap().add_to_compact(m.con(Int, 5).closure(), m.unit().closure()),
                      "ghc heap: add_to_compact: this is no compact region that grows");
    Heap& heap = m.heap();
    Closure* const cell = heap.con("Cell", {m.unit().closure()});
    pointers_after(cell)[0] = cell;
    CHECK_THROWS_WITH(heap.add_to_compact(heap.compact_region(), cell),
                      "ghc heap: the value for a compact region is cyclic");
    CHECK_THROWS_WITH(heap.add_to_compact(heap.compact_region(), heap.mut_var(cell)),
                      "ghc heap: a compact region holds no MUT_VAR_CLEAN");
}
