// test/ghc/heap/build_static.cpp: closure types, the tables of the compiler, the words of static closures.
#include <trav/ghc/heap/build_static.hpp>

#include "catch.hpp"
#include "ghc/building.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <span>
#include <string>
#include <vector>

using namespace trav::ghc;

namespace {

using enum ClosureType;

struct Statics : test::Building {
    /// Checks the last static closure, up to the end of its memory.
    void has(Closure* c, ClosureType kind, std::vector<Word> const& words, CostCentreStack* ccs = nullptr) {
        INFO(name(kind));
        has_words(c, kind, words, ccs ? ccs : heap.ccs());
        CHECK(heap.program().statics().back() == c);
        std::string const text = "next " + std::to_string(heap.program().statics().size());
        CHECK(address(heap.program().text(text).data()) - address(c) == (3 + words.size()) * word_bytes);
    }
};

/// "CONSTR", 1, 0: CONSTR_1_0.
ClosureType chosen(std::string general, std::size_t ptrs, std::size_t nptrs) {
    if (general == "CONSTR" && ptrs == 0 && nptrs > 2) general = "CONSTR_NOCAF";
    else if (ptrs + nptrs == 1 || ptrs + nptrs == 2)
        general += '_' + std::to_string(ptrs) + '_' + std::to_string(nptrs);
    std::uint32_t found = 0;
    while (name(ClosureType{found}) != general) ++found;
    return ClosureType{found};
}

}  // namespace

TEST_CASE("up to two fields have closure types of their own", "[unit]") {
    for (ClosureType const general : {CONSTR, FUN, THUNK})
        for (std::size_t ptrs = 0; ptrs != 5; ++ptrs)
            for (std::size_t nptrs = 0; nptrs != 5; ++nptrs) {
                INFO(name(general) << ' ' << ptrs << ' ' << nptrs);
                CHECK(specialised(general, ptrs, nptrs) == chosen(std::string(name(general)), ptrs, nptrs));
            }
}

TEST_CASE_METHOD(Statics, "tables have the layout of their closures", "[unit]") {
    auto const has = [](Entry const* entry, ClosureType kind, std::uint32_t ptrs, std::uint32_t nptrs) {
        CHECK(info(entry).type == kind);
        CHECK(info(entry).layout.payload.ptrs == ptrs);
        CHECK(info(entry).layout.payload.nptrs == nptrs);
    };
    has(heap.con_info("C", 0), CONSTR_0_1, 0, 1);
    has(heap.con_info("C", 1), CONSTR_1_0, 1, 0);
    has(heap.con_info("C", 1, 1), CONSTR_1_1, 1, 1);
    has(heap.con_info("C", 0, 4), CONSTR_NOCAF, 0, 4);
    has(heap.fun_info("f", 0), FUN, 0, 0);
    has(heap.fun_info("f", 3, 4), FUN, 3, 4);
    has(heap.thunk_info("t", 0), THUNK, 0, 0);
    has(heap.thunk_info("t", 0, 2), THUNK_0_2, 0, 2);
    has(heap.rts_info(TVAR, 2, 1), TVAR, 2, 1);
    has(heap.table(PRIM, "p", 5, 6), PRIM, 5, 6);
    Entry const* const selector = heap.selector_info(7);
    CHECK(info(selector).type == THUNK_SELECTOR);
    CHECK(info(selector).layout.selector == 7);
    CHECK(heap.selector_info(8) != selector);
}

TEST_CASE_METHOD(Statics,
                 "tables of the runtime system have the names of their types, and MVars have one name",
                 "[unit]") {
    auto const described = [&](ClosureType kind) {
        return description(heap.allocate(heap.rts_info(kind), 3));
    };
    CHECK(described(MVAR_CLEAN) == "MVAR");
    CHECK(described(MVAR_DIRTY) == "MVAR");
    CHECK(described(MUT_VAR_CLEAN) == "MUT_VAR_CLEAN");
    CHECK(described(MUT_PRIM) == "MUT_PRIM");
    CHECK(described(TVAR) == "TVAR");
    CHECK(type_description(heap.allocate(heap.rts_info(MVAR_DIRTY), 3)) == "MVAR");
}

TEST_CASE_METHOD(Statics, "static closures end with the word that links them", "[unit]") {
    std::uint64_t const before = heap.bytes_allocated();
    has(heap.static_con("C", a_b(), {5, 6}), CONSTR, {A, B, 5, 6, 0});
    has(heap.static_con("C"), CONSTR_0_1, {0, 0});
    std::vector<Word> const words{5, 6, 7};
    has(heap.static_con("C", {a}, std::span(words).first(2)), CONSTR, {A, 5, 6, 0});
    has(heap.static_con("C", {}, words), CONSTR_NOCAF, {5, 6, 7, 0});
    has(heap.static_fun("f", a_b()), FUN_STATIC, {A, B, 0});
    has(heap.static_fun("f"), FUN_STATIC, {0});
    has(heap.caf("c"), THUNK_STATIC, {0, 0, 0});
    Closure* const table = heap.srt(a_b());
    has(table, CONSTR, {A, B, 0});
    CHECK(description(table) == "SRT");
    CHECK(constructor_number(table) == 0);
    CHECK(info(table).layout.payload.nptrs == 0);
    CHECK(info(heap.caf("c")).layout.payload.ptrs == 0);
    CHECK(info(heap.caf("c")).layout.payload.nptrs == 0);
    CHECK(info(heap.static_fun("f", {a})).layout.payload.nptrs == 0);
    CHECK(heap.bytes_allocated() == before);
}

TEST_CASE_METHOD(Statics, "an evaluated CAF keeps its first table, and is listed once", "[unit]") {
    Entry const* const evaluated = heap.rts_info(IND_STATIC);
    Closure* const caf = heap.caf("c");
    Entry const* const table = caf->info;
    heap.evaluate_caf(caf, b);
    has(caf, IND_STATIC, {B, 0, address(table)});
    CHECK(caf->info == evaluated);
    CHECK(heap.survivors().cafs == std::vector{caf});
    heap.evaluate_caf(caf, a);
    has(caf, IND_STATIC, {A, 0, address(table)});
    CHECK(heap.survivors().cafs == std::vector{caf});

    Closure* const other = heap.ind_static(b, "d");
    CHECK(heap.survivors().cafs == std::vector{caf, other});
    Entry const* const saved = heap.caf("d")->info;
    CHECK(heap.program().statics().back()->info == saved);
    CHECK(as<IndStatic>(other)->saved_info == saved);
    CHECK(as<IndStatic>(other)->indirectee == tagged(b));
    CHECK(description(heap.caf("caf")) == "caf");
    CHECK(as<IndStatic>(heap.ind_static(b))->saved_info == heap.caf("caf")->info);
}

TEST_CASE_METHOD(Statics, "there is one of each singleton, and SYSTEM made it", "[unit]") {
    CostCentreStack* const system = heap.cost_centres().system();
    std::vector<Closure*> all;
    for (int twice = 0; twice != 2; ++twice)
        for (Closure* const c : {heap.end_tso_queue(), heap.no_finalizer(), heap.no_trec(),
                                 heap.end_stm_chunk_list(), heap.end_stm_watch_queue()})
            all.push_back(c);
    std::vector<std::string> const names{"END_TSO_QUEUE", "NO_FINALIZER", "NO_TREC", "END_STM_CHUNK_LIST",
                                         "END_STM_WATCH_QUEUE"};
    CHECK(heap.program().statics().size() == 5);
    for (std::size_t i = 0; i != 5; ++i) {
        INFO(names[i]);
        CHECK(all[i + 5] == all[i]);
        CHECK(description(all[i]) == names[i]);
        CHECK(constructor_name(all[i]) == "base:RTS." + names[i]);
        CHECK(type(all[i]) == CONSTR_NOCAF);
        CHECK(info(all[i]).layout.payload.ptrs == 0);
        CHECK(info(all[i]).layout.payload.nptrs == 1);
        CHECK(all[i]->ccs == system);
        CHECK(all[i]->hp == 12);
    }
    has(all[4], CONSTR_NOCAF, {0, 0}, system);
}

TEST_CASE("static closures have no biography", "[unit]") {
    Heap heap({.ldv = true});
    heap.set_fresh_word(12);
    CHECK(heap.static_con("C")->hp == 0);
    CHECK(heap.caf("c")->hp == 0);
    CHECK(heap.no_trec()->hp == 0);
    CHECK(heap.con("C")->hp == Word{1} << 30);
    heap.next_era();
    CHECK(heap.static_fun("f")->hp == 0);
    CHECK(heap.con("C")->hp == Word{2} << 30);
}
