// Constructors, thunks and functions on the machine; uses; ticky counters.
#include "catch.hpp"
#include "ghc/on_machine.hpp"

#include <trav/ghc/layout/ldv_word.hpp>

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

Code const Nil = "[]", Cons = Code(":").typed("[]").number(1);

Eval free_variables(Machine& m, Ref a, long x, Ref b, unsigned y, Ref argument) {
    co_return m.con(Int, number(a) * 10000 + x * 1000 + number(b) * 100 + static_cast<long>(y) * 10 +
                             number(argument));
}

Eval one(Machine& m) { co_return m.con(Int, 1); }
Eval two(Machine& m) { co_return m.con(Int, 2); }
Eval first(Machine&, Ref x, Ref) { co_return x; }
Eval twice(Machine& m, Ref x) { co_return m.con(Int, 2 * number(co_await x)); }

}  // namespace

TEST_CASE("Machine: objects have the compiler's layout", "[unit]") {
    Machine m;
    Ref const nil = m.con(Nil), five = m.con(Int, 5), list = m.con(Cons, five, nil);
    CHECK(m.heap().is_static(nil.closure()));
    CHECK(m.con(Nil).closure() == nil.closure());
    CHECK(ghc::type(five.closure()) == ClosureType::CONSTR_0_1);
    CHECK(ghc::type(list.closure()) == ClosureType::CONSTR_2_0);
    CHECK(ghc::tag(list.pointer()) == 2);
    CHECK(list.is(Cons));
    CHECK(list.is(":"));
    CHECK_FALSE(nil.is(Cons));
    CHECK(list.number() == 1);
    CHECK(list[0].closure() == five.closure());
    CHECK(list[1].is(Nil));
    CHECK_THROWS_WITH(list[2], "ghc machine: : has no field 2");
    CHECK_THROWS_AS(list.word(), std::out_of_range);
    Ref const t = m.thunk("<Main.t>", twice, five);
    CHECK(ghc::type(t.closure()) == ClosureType::THUNK_1_0);
    CHECK(ghc::size_bytes(t.closure()) == 24);
    Ref const f = m.fun("f", free_variables, five, 4L, five, 3U);
    CHECK(ghc::type(f.closure()) == ClosureType::FUN);
    CHECK(ghc::arity(f.closure()) == 1);
    CHECK(number(m.run([](Machine& machine, Ref g) -> Eval {
              co_return machine.call(g, machine.con(Int, 2));
          }(m, f))) == 54532);
    CHECK(m.heap().is_static(m.fun("twice", twice).closure()));
}

TEST_CASE("Machine: a moved variable keeps nothing alive", "[unit]") {
    Machine m;
    Ref a = m.con(Int, 500), b = m.con(Int, 600), moved;
    Ref const pair = m.con("Pair", a, std::move(b));
    CHECK(!b);
    CHECK(a);
    moved = std::move(a);
    CHECK(!a);
    Ref list = m.con(Cons, moved, m.con(Nil));
    Ref const head = std::move(list)[0];
    CHECK(!list);
    CHECK(number(head) == 500);
    CHECK(number(pair[1]) == 600);
}

TEST_CASE("Machine: sites with the same name but different code stay separate", "[unit]") {
    Machine m;
    auto const answers = [&](Ref const& t) {
        return number(m.run([](Machine&, Ref x) -> Eval { co_return x; }(m, t)));
    };
    Ref const a = m.thunk("t", one);
    Ref const b = m.thunk("t", two);
    CHECK(answers(a) == 1);
    CHECK(answers(b) == 2);
    for (std::string const name : {"one", "two"}) {  // the same address with a different text
        char text[4] = {};
        name.copy(text, 3);
        Ref const c = m.con(Code(std::string_view(text, 3)), 7);
        CHECK(ghc::description(c.closure()) == name);
    }
}

namespace {

Eval uses(Machine& m, bool every_use) {
    Ref const list = m.con(Cons, m.con(Int, 300), m.con(Nil));
    Ref const fresh = m.thunk("t", one);
    Ref const f = m.fun("f", first, list);
    Ref const pap = co_await m.call(m.fun("g", first), list);
    auto const used = [](Ref const& r) { return ghc::ldv::was_used(r.closure()->hp); };
    co_await list;
    CHECK(used(list) == every_use);  // GHC looks at the tag of the pointer and does not enter the object
    CHECK_FALSE(used(f));
    co_await f;
    CHECK(used(f) == every_use);
    co_await m.call(f, list);
    CHECK(used(f));
    CHECK(used(pap) == every_use);
    co_await m.call(pap, list);
    CHECK(used(pap));
    Ref const value = co_await fresh;
    CHECK(used(value) == every_use);
    CHECK(ghc::type(fresh.closure()) == ClosureType::BLACKHOLE);
    CHECK_FALSE(used(fresh));  // it begins a new life when it is overwritten
    co_return m.unit();
}

}  // namespace

TEST_CASE("Machine: an entry is a use; so is every look, on request", "[conformance]") {
    for (bool const every_use : {false, true}) {
        Machine m({.heap = {.ldv = true}, .every_use = every_use});
        m.run(uses(m, every_use));
    }
}

TEST_CASE("Machine: ticky counters count entries and allocations", "[unit]") {
    Machine m;
    m.ticky().watch(m.heap().observers());
    m.run([](Machine& machine) -> Eval {
        Ref const f = machine.fun("<f>", first, machine.unit());
        for (int i = 0; i < 10; ++i) {
            Ref const t = machine.thunk("<t>", twice, machine.con(Int, i));
            if (i % 2 == 0) {
                co_await t;
                co_await t;
            }
            co_await machine.call(f, t);
        }
        co_return machine.unit();
    }(m));
    std::map<std::string, ghc::Ticky::Row> rows;
    for (auto const& row : m.ticky().rows()) rows[row.name] = row;
    CHECK(rows.at("<t>").entries == 5);
    CHECK(rows.at("<t>").objects == 10);
    CHECK(rows.at("<t>").bytes == 240);
    CHECK(rows.at("<f>").entries == 10);
    CHECK(rows.at("<f>").objects == 1);
    CHECK(rows.at("I#").entries == 0);
    CHECK(rows.at("I#").objects == 15);
    CHECK(m.ticky().rows().front().name == "<f>");
}

TEST_CASE("Machine: ticky counters come by entries, bytes, name and type", "[unit]") {
    ghc::Heap heap;
    ghc::Ticky ticky;
    ticky.watch(heap.observers());
    auto const enter = [&](ghc::Entry const* entry, int times) {
        for (; times != 0; --times) ticky.entered(entry);
    };
    enter(heap.thunk_info("x", 1, 0), 1);
    enter(heap.fun_info("x", 1, 0), 1);
    enter(heap.con_info("x", 1, 0), 1);
    enter(heap.con_info("b", 0, 1), 1);
    heap.con("n", {}, {1, 2, 3});
    heap.con("m", {}, {1});
    enter(heap.con_info("z", 1, 0), 2);
    std::vector<std::pair<std::string, ClosureType>> rows;
    for (auto const& row : ticky.rows()) rows.emplace_back(row.name, row.type);
    using enum ClosureType;
    CHECK(rows == std::vector<std::pair<std::string, ClosureType>>{{"z", CONSTR_1_0},
                                                                   {"b", CONSTR_0_1},
                                                                   {"x", CONSTR_1_0},
                                                                   {"x", FUN_1_0},
                                                                   {"x", THUNK_1_0},
                                                                   {"n", CONSTR_NOCAF},
                                                                   {"m", CONSTR_0_1}});
}

TEST_CASE("Machine: named roots stay alive until they are replaced", "[unit]") {
    Machine m;
    m.set_heap_roots({{"a", m.con(Int, 1000)}, {"b", m.con(Int, 2000)}});
    m.shutdown();
    REQUIRE(m.heap_roots().size() == 2);
    CHECK(m.heap_roots()[1].name == "b");
    CHECK(*ghc::words_after(m.heap().deref(m.heap_roots()[1].object)) == 2000);
    m.set_heap_roots({});
    m.shutdown();
    auto const objects = m.heap().objects();
    CHECK(objects.begin() == objects.end());
}

namespace {

Eval collects(Machine& m) {
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

TEST_CASE("Machine: variables outside of the program follow their objects", "[unit]") {
    Machine m;
    Ref const mine = m.con(Int, 300), other = mine;
    Closure* const before = mine.closure();
    m.run(collects(m));
    CHECK(mine.closure() != before);
    CHECK(number(mine) == 300);
    CHECK(other.closure() == mine.closure());
}
