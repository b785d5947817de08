// test/ghc/heap/build.cpp: the words of every kind of heap object, in memory once full of other objects.
#include <trav/ghc/heap/build.hpp>

#include "catch.hpp"
#include "ghc/building.hpp"
#include "ghc/event_list.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace trav::ghc;

namespace {

using Bytes = std::vector<std::size_t>;

struct Objects : test::Building {
    std::uint64_t before = heap.bytes_allocated();

    /// Checks the last object.
    void has(Closure* c, ClosureType kind, std::vector<Word> const& words) {
        INFO(name(kind));
        has_words(c, kind, words, heap.ccs());
        CHECK(size_words(c) == 3 + words.size());
        CHECK(heap.bytes_allocated() - before == (3 + words.size()) * word_bytes);
        before = heap.bytes_allocated();
    }
    void has_table(Closure* c, std::uint32_t ptrs, std::uint32_t nptrs) {
        CHECK(info(c).layout.payload.ptrs == ptrs);
        CHECK(info(c).layout.payload.nptrs == nptrs);
    }
};

/// A word of two halves.
Word halves(std::uint32_t first, std::uint32_t second) {
    std::uint32_t const both[] = {first, second};
    Word word = 0;
    std::memcpy(&word, both, sizeof word);
    return word;
}
/// The address as the heap stores it.
Word stored(Closure* c) { return address(tagged(c)); }

}  // namespace

TEST_CASE_METHOD(Objects, "a new object is zero behind its header, and is counted", "[unit]") {
    test::EventList events;
    heap.observers().add(events);
    CostCentreStack *const ccs = heap.ccs(), *const main = heap.cost_centres().main();
    auto const charged_to_main = main->mem_alloc;
    Entry const* const table = heap.con_info("C", 4, 3);
    has(heap.allocate(table, 10), ClosureType::CONSTR, {0, 0, 0, 0, 0, 0, 0});
    CHECK(ccs->mem_alloc == 8);
    has(heap.make(table, a_b(), {5}), ClosureType::CONSTR, {A, B, 0, 0, 5, 0, 0});
    CHECK(ccs->mem_alloc == 16);
    std::vector<Word> const words{6, 7, 8};
    has(heap.make(table, {}, std::span(words).first(2)), ClosureType::CONSTR, {0, 0, 0, 0, 6, 7, 0});
    has(heap.compact(12), ClosureType::COMPACT_NFDATA, {12, 0, 0, 0, 0, 0, 0, 0, 0});
    CHECK(ccs->mem_alloc == 34);
    CHECK(events.made_bytes == Bytes{64, 64, 64, 80});
    CHECK(events.dead_bytes.empty());
    CHECK(main->mem_alloc == charged_to_main);
    heap.observers().remove(&events);
}

TEST_CASE_METHOD(Objects, "data, functions and thunks have their pointers first", "[unit]") {
    using enum ClosureType;
    has(heap.con("C", {a, b}, {5}), CONSTR, {A, B, 5});
    has(heap.con("C"), CONSTR_0_1, {0});
    has(heap.fun("g", {a}, {5, 6}), FUN, {A, 5, 6});
    has(heap.fun("g"), FUN, {});
    has(heap.thunk("t", {f, b}, {5}), THUNK, {0, F, B, 5});
    has(heap.thunk("t"), THUNK, {0});
    has(heap.selector(3, b), THUNK_SELECTOR, {0, B});
    has(heap.prim("P", {a}, {5, 6}), PRIM, {A, 5, 6});
    has(heap.mut_prim("P", {a, b}, {5}), MUT_PRIM, {A, B, 5});
    has(heap.ind(b), IND, {B});
    has(heap.blackhole(b), BLACKHOLE, {B});
    has_table(heap.ind(a), 1, 0);
    has_table(heap.blackhole(a), 1, 0);
}

TEST_CASE_METHOD(Objects, "an application has its function and arguments, a PAP its remaining arity",
                 "[unit]") {
    using enum ClosureType;
    has(heap.pap(f, {}), PAP, {halves(3, 0), F});
    has(heap.pap(f, {a, 8}), PAP, {halves(1, 2), F, A, 8});
    has(heap.pap(f, {a, 8, b}), PAP, {halves(0, 3), F, A, 8, B});
    has(heap.ap(f, {a, 8, b}), AP, {0, halves(0, 3), F, A, 8, B});
    // a vector is one argument of two words
    Closure* const wide = heap.fun(Code("wide").args("v"));
    before = heap.bytes_allocated();
    has(heap.pap(wide, {1, 2}), PAP, {halves(0, 2), stored(wide), 1, 2});
    char const* const wrong = "ghc heap: the arguments given do not fit those of f";
    CHECK_THROWS_WITH(heap.pap(f, {8}), wrong);
    CHECK_THROWS_WITH(heap.ap(tagged(f), {a, b}), wrong);
    CHECK_THROWS_WITH(heap.ap(f, {a, 8, b, a}), wrong);
}

TEST_CASE_METHOD(Objects, "a byte code object has a large bitmap, in which a 0 is a pointer", "[unit]") {
    using enum ClosureType;
    has(heap.bco(a, b, f), BCO, {A, B, F, halves(0, 8), 0});
    has(heap.bco(b, f, a, "pnpn"), BCO, {B, F, A, halves(4, 9), 4, 0b1010});
    std::string pattern(64, 'n');
    has(heap.bco(a, a, a, pattern), BCO, {A, A, A, halves(64, 9), 64, ~Word{0}});
    pattern[63] = 'p';
    pattern += "nppn";
    has(heap.bco(a, a, a, pattern), BCO, {A, A, A, halves(68, 10), 68, ~Word{0} >> 1, 0b1001});
    // nothing behind the pattern is read
    has(heap.bco(a, a, a, std::string_view(pattern).substr(62, 2)), BCO, {A, A, A, halves(2, 9), 2, 1});
    has_table(heap.bco(a, a, a), 3, 0);
}

TEST_CASE_METHOD(Objects, "variables and messages have GHC's fields", "[unit]") {
    using enum ClosureType;
    Word const end = stored(heap.end_tso_queue()), unwatched = stored(heap.end_stm_watch_queue());
    before = heap.bytes_allocated();
    has(heap.mut_var(b), MUT_VAR_CLEAN, {B});
    has(heap.mut_var(a, MUT_VAR_DIRTY), MUT_VAR_DIRTY, {A});
    has(heap.mvar(b), MVAR_CLEAN, {end, end, B});
    has(heap.mvar(nullptr, a, b, MVAR_DIRTY), MVAR_DIRTY, {A, B, 0});
    has(heap.mvar_tso_queue(a, b), PRIM, {A, B});
    has(heap.msg_throwto(a, b, f, b), PRIM, {A, B, F, B});
    has(heap.msg_blackhole(a, b, f), PRIM, {A, B, F});
    has(heap.tvar(b), TVAR, {B, unwatched, 0});
    has(heap.tvar(a, b), TVAR, {A, B, 0});
    has(heap.tvar_watch_queue(a, b, f), MUT_PRIM, {A, B, F});
    has_table(heap.mut_var(a), 1, 0);
    has_table(heap.mvar(a), 3, 0);
    has_table(heap.tvar(a), 2, 1);
    CHECK(description(heap.mvar_tso_queue(a, b)) == "MVAR_TSO_QUEUE");
    CHECK(description(heap.msg_throwto(a, b, f, b)) == "MSG_THROWTO");
    CHECK(description(heap.msg_blackhole(a, b, f)) == "MSG_BLACKHOLE");
    CHECK(description(heap.tvar_watch_queue(a, b, f)) == "TVAR_WATCH_QUEUE");
}

TEST_CASE_METHOD(Objects, "arrays have as many elements as given", "[unit]") {
    using enum ClosureType;
    has(heap.array({}), MUT_ARR_PTRS_CLEAN, {0, 0});
    has(heap.array(a_b(), MUT_ARR_PTRS_FROZEN_CLEAN), MUT_ARR_PTRS_FROZEN_CLEAN, {2, 3, A, B, 0});
    std::vector<Word> expected{129, 130};
    expected.resize(2 + 129, A);
    expected.push_back(0);  // two cards
    has(heap.array(std::vector<Closure*>(129, a)), MUT_ARR_PTRS_CLEAN, expected);
    has(heap.small_array({}), SMALL_MUT_ARR_PTRS_CLEAN, {0});
    std::vector<Word> const twice{2, A, B};
    has(heap.small_array(a_b(), SMALL_MUT_ARR_PTRS_DIRTY), SMALL_MUT_ARR_PTRS_DIRTY, twice);
    for (auto [bytes, words] : {std::pair{0u, 0u}, {1u, 1u}, {8u, 1u}, {9u, 2u}}) {
        expected.assign(1 + words, 0);
        expected[0] = bytes;
        has(heap.bytes(bytes), ARR_WORDS, expected);
    }
}

TEST_CASE_METHOD(Objects, "weak pointers are listed, and have a finalizer or none", "[unit]") {
    Word const none = stored(heap.no_finalizer());
    before = heap.bytes_allocated();
    Closure* const first = heap.weak(a, b);
    has(first, ClosureType::WEAK, {none, A, B, none, 0});
    Closure* const second = heap.weak(b, a, f);
    has(second, ClosureType::WEAK, {none, B, A, F, 0});
    CHECK(as<Weak>(first)->link == second);
    CHECK(heap.roots() == std::vector{first, second});
    has_table(first, 1, 4);
    has_table(heap.compact(12), 0, 9);
}

TEST_CASE_METHOD(Objects, "transactions: a chunk has room for 16 entries", "[unit]") {
    Word const none = stored(heap.no_trec()), last = stored(heap.end_stm_chunk_list());
    before = heap.bytes_allocated();
    std::vector<TRecEntry> entries{{a, b, f}, {b, a, b}};
    std::vector<Word> expected{last, 2, A, B, F, B, A, B};
    expected.resize(2 + 3 * 16, 0);
    Closure* const chunk = heap.trec_chunk(nullptr, entries);
    has(chunk, ClosureType::TREC_CHUNK, expected);
    entries.assign(17, {a, a, a});
    CHECK_THROWS_WITH(heap.trec_chunk(chunk, entries), "ghc heap: a TREC_CHUNK has at most 16 entries");
    expected = {stored(chunk), 16};
    expected.resize(2 + 3 * 16, A);
    has(heap.trec_chunk(chunk, std::span(std::as_const(entries)).first(16)), ClosureType::TREC_CHUNK,
        expected);
    has(heap.trec_header(nullptr, chunk), ClosureType::MUT_PRIM, {none, stored(chunk), 0});
    has(heap.trec_header(b, chunk, 3), ClosureType::MUT_PRIM, {B, stored(chunk), 3});
    CHECK(description(heap.trec_header(b, chunk)) == "TREC_HEADER");
}

TEST_CASE_METHOD(Objects, "an update is a death and a creation, and its slop ends before the next object",
                 "[unit]") {
    test::EventList events;
    Closure* const thunk = heap.thunk("t", {a, a, a}, {5});
    Closure* const next = heap.con("Next", {a, b});
    heap.observers().add(events);
    CostCentreStack* const ccs = heap.ccs();
    heap.set_ccs(heap.cost_centres().main());
    heap.set_fresh_word(14);
    Word const allocated = heap.bytes_allocated();
    heap.update(thunk, b);
    CHECK(type(thunk) == ClosureType::BLACKHOLE);
    CHECK(thunk->ccs == ccs);
    CHECK(thunk->hp == 14);
    CHECK(test::words(thunk + 1, 5) == std::vector<Word>{B, 0, 0, 0, 0});
    CHECK(next->info == heap.con_info("Next", 2));
    CHECK(pointers_after(next)[0] == tagged(a));
    CHECK(events.dead_bytes == Bytes{48});
    CHECK(events.made_bytes == Bytes{16});
    CHECK(heap.bytes_allocated() == allocated);  // not an allocation
    has_table(thunk, 1, 0);
    heap.observers().remove(&events);
}
