// test/ghc/profile/ticky_report.cpp: GHC's words for kinds of closures, and the columns of the report.
#include <trav/ghc/profile/ticky_report.hpp>

#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <cstdint>
#include <sstream>
#include <string>

using namespace trav::ghc;

TEST_CASE("the word for a closure depends on its type", "[unit]") {
    for (std::uint32_t i = 0; i != closure_types; ++i) {
        std::string const text(name(ClosureType{i}));
        std::string expected;
        if (text.starts_with("CONSTR")) expected = "con";
        else if (text.starts_with("FUN")) expected = "fun";
        else if (text == "THUNK_SELECTOR" || text == "AP") expected = "thk,std";
        else if (text.starts_with("THUNK")) expected = "thk";
        INFO(text);
        CHECK(detail::ticky_kind(ClosureType{i}) == expected);
    }
}

TEST_CASE("the table has fixed columns, and no closures of the runtime system", "[unit]") {
    Heap heap;
    Ticky ticky;
    ticky.watch(heap.observers());
    Closure* const f = heap.fun(Code("f").args("pnp"), {nullptr, nullptr});
    for (int i = 0; i != 12'345; ++i) ticky.entered(f->info);
    ticky.runs(f->info);
    ticky.entered(heap.thunk("<t>")->info);
    heap.selector(1, f);
    heap.mut_var(f);
    heap.ap_stack(f, {});
    heap.con("C", {f, f, f});
    heap.observers().remove(&ticky);
    std::ostringstream out;
    write_ticky(out, ticky, "'p'");
    CHECK(out.str() == "'p'\n\n"
                       "**************************************************\n\n"
                       "    Entries      Alloc    Alloc'd  Non-void Arguments      STG Name\n"
                       "--------------------------------------------------------------------------------\n"
                       "      12345        120         24   3 ...                  f (fun)\n"
                       "          1          0         16   0                      <t> (thk)\n"
                       "          0          0         32   0                      C (con)\n"
                       "          0          0         24   0                      stg_sel_upd (thk,std)\n"
                       "\n**************************************************\n");
}
