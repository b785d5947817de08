// test/ghc/heap/program.cpp: the bytes of tables, the segment's limits, texts, equal and different code.
#include <trav/ghc/heap/program.hpp>

#include "catch.hpp"

#include <trav/ghc/layout/cost_centre.hpp>

#include <cstring>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

using enum ClosureType;

std::string text_at(Entry const* entry, std::int64_t offset) {
    return at_offset<char const>(info(entry), offset);
}
/// The pattern that a large bitmap describes; p for a 0.
std::string pattern_of(LargeBitmap* bitmap) {
    std::string text;
    for (std::size_t i = 0; i != bitmap->size; ++i)
        text += words_after(bitmap)[i / 64] >> i % 64 & 1 ? 'n' : 'p';
    return text;
}
/// Whether the bits behind the pattern are pointers, too.
bool ends_in_zeros(LargeBitmap* bitmap) {
    return bitmap->size % 64 == 0 || words_after(bitmap)[bitmap->size / 64] >> bitmap->size % 64 == 0;
}
/// A pattern of these arguments in words.
std::string in_words(std::string const& arguments) {
    std::string words;
    for (char const kind : arguments)
        words.append(kind == 'v' ? 2 : kind == 'w' ? 4 : kind == 'x' ? 8 : 1, kind == 'p' ? 'p' : 'n');
    return words;
}

/// Fills the memory of the next segment of this size, in most cases.
std::size_t filled(std::size_t bytes) {
    trav::detail::GrowingArray<char> before;
    std::memset(before.room(bytes + readable_bytes), 'x', bytes);
    return bytes;
}

struct Tables : Program {
    Tables() : Program(filled(100'000)) {}
    Closure* target = static_closure(table(CONSTR, "Target", 0, 0), nullptr, 0, 4);

    FunInfo const& function(std::string const& arguments) {
        return fun_info(table(FUN, Code("f").args(arguments), 0, 0));
    }
};

}  // namespace

TEST_CASE("a segment is full to its last byte", "[unit]") {
    Program program(filled(64));
    CostCentreStack ccs{};
    Entry entry{};
    Closure* const first = program.static_closure(&entry, &ccs, 7, 5);
    Closure* const second = program.static_closure(&entry, nullptr, 0, 3);
    char const* const full =
        "ghc heap: the program's segment of 64 bytes is full; make the heap with a larger one";
    CHECK_THROWS_WITH(program.static_closure(&entry, nullptr, 0, 1), full);
    CHECK_THROWS_AS(program.text("A"), std::length_error);
    CHECK(program.statics() == std::vector{first, second});
    CHECK(first->info == &entry);
    CHECK(first->ccs == &ccs);
    CHECK(first->hp == 7);
    CHECK(words_after(first)[0] == 0);
    CHECK(words_after(first)[1] == 0);
    CHECK(program.place(first) == 0);
    CHECK(program.place(second) == 40);
    auto const* const begin = reinterpret_cast<std::byte const*>(first);
    CHECK(program.contains(begin));
    CHECK(program.contains(begin + 63));
    CHECK_FALSE(program.contains(begin + 64));
    CHECK_FALSE(program.contains(begin - 1));
    CHECK_FALSE(program.contains(nullptr));
    CHECK_FALSE(program.contains(&entry));
}

TEST_CASE("equal texts share one copy, in whole words with a zero", "[unit]") {
    Program program(filled(1000));
    std::string seven = "seven77", eight = "eight888";
    auto const a = program.text(seven), b = program.text(eight), c = program.text(""), d = program.text("d");
    CHECK(program.place(a.data()) == 0);
    CHECK(program.place(b.data()) == 8);
    CHECK(program.place(c.data()) == 24);
    CHECK(program.place(d.data()) == 32);
    CHECK(a.data() == seven);  // up to the zero
    CHECK(b.data() == eight);
    CHECK(c.data() == std::string());
    CHECK(d.size() == 1);
    seven = eight = "changed";
    CHECK(program.text("seven77").data() == a.data());
    CHECK(program.text("eight888").data() == b.data());
    CHECK(program.text("").data() == c.data());
    CHECK(program.text("e").data() != d.data());
    CHECK(program.place(program.text("seven777").data()) == 48);
}

TEST_CASE_METHOD(Tables, "a table has its layout, its texts, its reference table and its entry", "[unit]") {
    int runs = 0;
    Code const code = Code("<t>").typed("T").in("main:M").refers(target).runs(&runs);
    Entry const* const thunk = table(THUNK, code, 3, 4);
    CHECK(thunk->code == address(&runs));
    CHECK(info(thunk).type == THUNK);
    CHECK(info(thunk).layout.payload.ptrs == 3);
    CHECK(info(thunk).layout.payload.nptrs == 4);
    CHECK(text_at(thunk, info(thunk).description) == "<t>");
    CHECK(text_at(thunk, info(thunk).type_description) == "T");
    CHECK(srt(info(thunk)) == target);
    CHECK(info(table(THUNK, "<t>", 3, 4)).srt == 0);
    CHECK(table(THUNK, "<t>", 3, 4)->code == 0);
    CHECK(info(table(THUNK_SELECTOR, "s", Word{9})).layout.selector == 9);

    Entry const* const con = table(CONSTR, Code("C").in("p:M").number(5).refers(target), 1, 2);
    CHECK(info(con).srt == 5);
    CHECK(info(con).layout.payload.ptrs == 1);
    CHECK(info(con).layout.payload.nptrs == 2);
    CHECK(text_at(con, con_info(con).constructor_name) == "p:M.C");
}

TEST_CASE_METHOD(Tables, "tables take their sizes: 5 words, a constructor's 6, a function's 8", "[unit]") {
    for (char const* const text : {"t", "p:M", "p:M.t", ""}) this->text(text);
    Code const code = Code("t").in("p:M");
    // counts the words up to the next text
    auto const words = [&](ClosureType kind, std::string const& next, std::string_view frame = {}) {
        Word const before = place(text(next + " before").data());
        table(kind, code, Word{0}, frame);
        return (place(text(next + "  after").data()) - before) / word_bytes - (next.size() + 8 + 7) / 8;
    };
    CHECK(words(THUNK, "A") == 5);
    CHECK(words(CONSTR, "B") == 6);
    CHECK(words(FUN, "C") == 8);
    CHECK(words(FUN_STATIC, "D") == 8);
    CHECK(words(RET_SMALL, "E") == 5);
    text(std::string(64, 'p')), text(std::string(65, 'p'));
    CHECK(words(RET_BIG, "F", std::string(64, 'p')) == 5 + 2);
    CHECK(words(RET_BIG, "G", std::string(65, 'p')) == 5 + 3);
}

TEST_CASE_METHOD(Tables, "functions describe their arguments in one of three ways", "[unit]") {
    using enum FunType;
    std::vector<std::string> const canned{"",     "n",     "p",      "f",       "d",       "l",   "v",
                                          "w",    "x",     "nn",     "np",      "pn",      "pp",  "nnn",
                                          "nnp",  "npn",   "npp",    "pnn",     "pnp",     "ppn", "ppp",
                                          "pppp", "ppppp", "pppppp", "ppppppp", "pppppppp"};
    for (std::size_t i = 0; i != canned.size(); ++i) {
        INFO(canned[i]);
        FunInfo const& fun = function(canned[i]);
        CHECK(fun.fun_type == FunType{static_cast<std::uint32_t>(i + 3)});  // NONE is 3
        CHECK(fun.arity == canned[i].size());
        CHECK(fun.bitmap == 0);
        CHECK(fun.slow_apply == 0);
    }
    CHECK(function("vp").fun_type == GEN);
    CHECK(function("vp").arity == 2);
    CHECK(function("vp").bitmap == (0b011 << 6 | 3));
    CHECK(function("pnnp").bitmap == (0b0110 << 6 | 4));
    std::string const x7(7, 'x');  // 56 words
    CHECK(function(x7 + "pp").fun_type == GEN);
    CHECK(function(x7 + "pp").bitmap == (((Word{1} << 56) - 1) << 6 | 58));
    for (std::string const& arguments :
         {x7 + "ppp", x7 + "xpvnw", std::string(64, 'n'), std::string(128, 'n') + "p", x7 + x7 + "pv"}) {
        INFO(arguments);
        FunInfo const& fun = function(arguments);
        CHECK(fun.fun_type == GEN_BIG);
        CHECK(fun.arity == arguments.size());
        auto* const bitmap = at_offset<LargeBitmap>(fun.common, static_cast<std::int64_t>(fun.bitmap));
        CHECK(pattern_of(bitmap) == in_words(arguments));
        CHECK(ends_in_zeros(bitmap));
        CHECK(fun.common.type == FUN);
    }
    auto const& big = info(table(RET_BIG, "r", Word{3}, "pnnpp"));
    CHECK(pattern_of(at_offset<LargeBitmap>(big, big.layout.large_bitmap)) == "pnnpp");
}

TEST_CASE_METHOD(Tables, "only equal requests share a table", "[unit]") {
    int runs = 0;
    Code const t = "t", c = Code("c");
    auto const all = [&] {
        return std::vector<Entry const*>{
            table(THUNK, t, 1, 1),
            table(THUNK, t, 1, 2),
            table(THUNK, t, 2, 1),
            table(THUNK_1_1, t, 1, 1),
            table(THUNK, Code("u"), 1, 1),
            table(THUNK, t.typed("T"), 1, 1),
            table(THUNK, t.in("p:M"), 1, 1),
            table(THUNK, t.refers(target), 1, 1),
            table(THUNK, t.runs(&runs), 1, 1),
            table(CONSTR, c, 1, 1),
            table(CONSTR, c.number(1), 1, 1),
            table(FUN, c.args("p"), 1, 1),
            table(FUN, c.args("pn"), 1, 1),
            table(FUN, c.args("pn").refers(target), 1, 1),
            table(RET_BIG, t, Word{0}, "pn"),
            table(RET_BIG, t, Word{0}, "np"),
        };
    };
    auto const first = all();
    CHECK(std::set(first.begin(), first.end()).size() == first.size());
    CHECK(all() == first);
    // fields outside of a kind of table make no difference
    CHECK(table(CONSTR, c.refers(target).args("p"), 1, 1) == table(CONSTR, c, 1, 1));
    CHECK(table(THUNK, t.number(4).args("p"), 1, 1) == table(THUNK, t, 1, 1));
    CHECK(table(FUN, c.args("p"), info(first[11]).layout.bitmap, "nn") == first[11]);
    std::string gone = "gone";
    Entry const* const kept = table(THUNK, gone, 1, 1);
    gone = "else";
    CHECK(table(THUNK, "gone", 1, 1) == kept);
    CHECK(table(THUNK, gone, 1, 1) != kept);
}
