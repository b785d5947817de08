// test/ghc/layout/info_table.cpp: reads the contents of info tables from the bytes before the info pointer.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <cstring>
#include <string>

using namespace trav::ghc;

namespace {

template <class T>
T before(Entry const* entry, std::ptrdiff_t bytes) {
    T value;
    std::memcpy(&value, reinterpret_cast<std::byte const*>(entry) - bytes, sizeof value);
    return value;
}
char const* text_before(Entry const* entry, std::ptrdiff_t bytes) {
    return reinterpret_cast<char const*>(entry) + before<std::int64_t>(entry, bytes);
}

}  // namespace

TEST_CASE("a constructor's table has its number, type, layout and name", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("Nothing");
    Entry const* const entry =
        heap.con(Code("Just").typed("Maybe").in("base:GHC.Maybe").number(1), {x, x}, {7})->info;
    CHECK(before<std::uint32_t>(entry, 4) == 1);  // its number
    CHECK(before<std::uint32_t>(entry, 8) == static_cast<std::uint32_t>(ClosureType::CONSTR));
    CHECK(before<std::uint32_t>(entry, 16) == 2);  // pointers
    CHECK(before<std::uint32_t>(entry, 12) == 1);  // other words
    CHECK(text_before(entry, 24) == std::string("Just"));
    CHECK(text_before(entry, 32) == std::string("Maybe"));
    CHECK(text_before(entry, 40) == std::string("base:GHC.Maybe.Just"));
}

TEST_CASE("info tables have descriptions", "[unit]") {
    Heap heap;
    Closure* const c = heap.con(Code(":").typed("[]").in("ghc-prim:GHC.Types").number(1), {nullptr, nullptr});
    CHECK(description(c) == ":");
    CHECK(type_description(c) == "[]");
    CHECK(constructor_name(c) == "ghc-prim:GHC.Types.:");
    CHECK(constructor_number(c) == 1);
    CHECK(description(heap.thunk("go", {c})) == "go");
    CHECK(description(heap.mvar(c)) == "MVAR");
    CHECK(description(heap.bytes(3)) == "ARR_WORDS");
    CHECK(description(heap.blackhole(c)) == "BLACKHOLE");
}

TEST_CASE("equal code shares a table; different code has different tables", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    CHECK(heap.con("P", {x})->info == heap.con("P", {x})->info);
    CHECK(heap.con("P", {x})->info != heap.con("P", {x, x})->info);
    CHECK(heap.con("P", {x})->info != heap.con("Q", {x})->info);
    CHECK(heap.con("P", {x})->info != heap.con(Code("P").number(1), {x})->info);
    CHECK(heap.con("P", {x})->info != heap.con(Code("P").in("main:Other"), {x})->info);
    CHECK(heap.con("P", {x})->info != heap.thunk("P", {x})->info);
    Closure* const srt = heap.srt({heap.static_con("S", {x})});
    CHECK(heap.thunk("P", {x})->info != heap.thunk(Code("P").refers(srt), {x})->info);
    CHECK(heap.fun(Code("f").args("p"))->info != heap.fun(Code("f").args("n"))->info);
}

TEST_CASE("closures get the types that the compiler would choose", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    using enum ClosureType;
    CHECK(type(heap.con("C")) == CONSTR_0_1);  // one word of padding
    CHECK(type(heap.con("C", {x})) == CONSTR_1_0);
    CHECK(type(heap.con("C", {}, {1})) == CONSTR_0_1);
    CHECK(type(heap.con("C", {x, x})) == CONSTR_2_0);
    CHECK(type(heap.con("C", {x}, {1})) == CONSTR_1_1);
    CHECK(type(heap.con("C", {}, {1, 2})) == CONSTR_0_2);
    CHECK(type(heap.con("C", {}, {1, 2, 3})) == CONSTR_NOCAF);
    CHECK(type(heap.con("C", {x}, {1, 2})) == CONSTR);
    CHECK(type(heap.con("C", {x, x, x})) == CONSTR);
    CHECK(type(heap.fun("f", {x})) == FUN_1_0);
    CHECK(type(heap.fun("f", {}, {1})) == FUN_0_1);
    CHECK(type(heap.fun("f", {x, x})) == FUN_2_0);
    CHECK(type(heap.fun("f", {x}, {1})) == FUN_1_1);
    CHECK(type(heap.fun("f", {}, {1, 2})) == FUN_0_2);
    CHECK(type(heap.fun("f", {}, {1, 2, 3})) == FUN);
    CHECK(type(heap.thunk("t", {x})) == THUNK_1_0);
    CHECK(type(heap.thunk("t", {}, {1})) == THUNK_0_1);
    CHECK(type(heap.thunk("t", {x, x})) == THUNK_2_0);
    CHECK(type(heap.thunk("t", {x}, {1})) == THUNK_1_1);
    CHECK(type(heap.thunk("t", {}, {1, 2})) == THUNK_0_2);
    CHECK(type(heap.thunk("t", {x, x, x})) == THUNK);
    CHECK(type(heap.static_con("C")) == CONSTR_0_1);
    CHECK(type(heap.static_fun("f", {x})) == FUN_STATIC);
    CHECK(type(heap.caf("c")) == THUNK_STATIC);
}

TEST_CASE("pointers in fields carry constructor numbers and arities", "[unit]") {
    Heap heap;
    for (std::uint32_t number = 0; number < 10; ++number) {
        Closure* const c = heap.con(Code("C").number(number));
        CHECK(tag(c) == 0);
        CHECK(tag(as<MutVar>(heap.mut_var(c))->var) == (number < 6 ? number + 1 : 7));
    }
    CHECK(tag(tagged(heap.fun(Code("f").args("pp"), {heap.con("X")}))) == 2);
    CHECK(tag(tagged(heap.fun(Code("f").args("ppppppp"), {heap.con("X")}))) == 7);
    Closure* const of_eight = heap.fun(Code("f").args("pppppppp"), {heap.con("X")});
    CHECK(tagged(of_eight) == of_eight);
    CHECK(tag(tagged(heap.thunk("t", {heap.con("X")}))) == 0);
    CHECK(tagged(nullptr) == nullptr);
}

TEST_CASE("a 32-bit offset leads to the SRT", "[unit]") {
    Heap heap;
    Closure* const s = heap.static_con("S", {heap.con("X")});
    Closure* const table = heap.srt({s, s});
    CHECK(type(table) == ClosureType::CONSTR);
    Closure* const t = heap.thunk(Code("t").refers(table), {s});
    CHECK(srt(info(t)) == table);
    CHECK(before<std::int32_t>(t->info, 4) == static_cast<std::int64_t>(address(table) - address(t->info)));
    CHECK(srt(info(heap.thunk("t", {s}))) == nullptr);
    CHECK(srt(info(heap.con(Code("C").number(4), {s}))) == nullptr);  // a constructor's number is not an SRT
}

TEST_CASE("the bitmap of a function's arguments is canned, small or large", "[unit]") {
    Heap heap;
    Closure* const x = heap.con("X");
    auto const fun_type_of = [&](std::string const& args) {
        return fun_info(heap.fun(Code("f").args(args), {x})->info).fun_type;
    };
    CHECK(fun_type_of("") == FunType::NONE);
    CHECK(fun_type_of("npp") == FunType::NPP);
    CHECK(fun_type_of("v") == FunType::V16);
    CHECK(fun_type_of("npnp") == FunType::GEN);
    CHECK(fun_type_of(std::string(58, 'n')) == FunType::GEN);
    CHECK(fun_type_of(std::string(59, 'n')) == FunType::GEN_BIG);
    CHECK(fun_info(heap.fun(Code("f").args("npnp"), {x})->info).arity == 4);
}

TEST_CASE("a full segment throws", "[unit]") {
    Heap heap({.program_bytes = 1000});
    CHECK_THROWS_WITH(
        [&] {
            for (int i = 0; i < 100; ++i) heap.static_con("C");
        }(),
        Catch::Contains("segment of 1000 bytes is full"));
}
