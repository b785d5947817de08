// Ticky-ticky counters, compared with GHC 9.0.2's output for the same programs, compiled with -ticky
// -ticky-allocd -ticky-dyn-thunk.
#include "catch.hpp"

#include <ghc/programs.hpp>
#include <trav/ghc/profile/ticky_report.hpp>

#include <map>
#include <sstream>
#include <string>

namespace ghc = trav::ghc;

namespace {

struct Run {
    explicit Run(std::string_view name) {
        m.ticky().watch(m.heap().observers());
        for (Program const& p : programs())
            if (p.name == name) p.run(m, {});
        for (auto const& row : m.ticky().rows()) rows[row.name] = row;
    }
    ghc::Machine m;
    std::map<std::string, ghc::Ticky::Row> rows;
};

void check(ghc::Ticky::Row const& row, std::uint64_t entries, std::uint64_t bytes) {
    INFO(row.name);
    CHECK(row.entries == entries);
    CHECK(row.bytes == bytes);
}

ghc::Eval both(ghc::Machine& m, ghc::Ref x, ghc::Ref y) { co_return m.con("Pair", x, y); }
ghc::Eval program(ghc::Machine& m) {
    ghc::Ref const one = m.con("I#", 1), f = m.fun("both", both);
    for (int i = 0; i < 3; ++i) co_await m.call(f, one, one);
    co_return m.unit();
}

}  // namespace

TEST_CASE("Ticky: LazySum's thunks have the same numbers and sizes as in GHC", "[conformance]") {
    Run const run("lazysum");
    check(run.rows.at("<Main.acc>"), 20000, 640000);  // GHC: sat_s2bw, which allocates 1600000
    CHECK(run.rows.at("<Main.acc>").allocates == 1600000);
    check(run.rows.at("<Main.total>"), 20000, 640000);  // sat_s2bt
    check(run.rows.at("<Main.count>"), 20000, 480000);  // sat_s2bv
}

TEST_CASE("Ticky: Sharing's thunks have the same numbers and sizes as in GHC", "[conformance]") {
    Run const run("sharing");
    check(run.rows.at("<Main.kA>"), 5, 120);  // sat_s2cL
    check(run.rows.at("<Main.kB>"), 4, 96);
    check(run.rows.at("<Main.kC>"), 3, 72);
    check(run.rows.at("<Main.kD>"), 2, 48);
    check(run.rows.at("<Main.kI>"), 1, 24);
}

// For example/ghc/Biography.hs; hpc reports the same: test/live
TEST_CASE("Ticky: Biography's functions, one never entered, have the same numbers as in GHC",
          "[conformance]") {
    Run const run("biography");
    check(run.rows.at("<Main.mkUse.f>"), 10000, 32000);
    check(run.rows.at("<Main.mkDrag.f>"), 2000, 32000);
    check(run.rows.at("<Main.mkLag.f>"), 2000, 32000);
    check(run.rows.at("<Main.mkVoid.f>"), 0, 32000);
}

TEST_CASE("Ticky: the table is GHC's", "[unit]") {
    ghc::Machine m;
    m.ticky().watch(m.heap().observers());
    m.run(program(m));
    std::ostringstream out;
    ghc::write_ticky(out, m.ticky(), "'p' +RTS '-r'");
    CHECK(out.str() == "'p' +RTS '-r'\n\n"
                       "**************************************************\n\n"
                       "    Entries      Alloc    Alloc'd  Non-void Arguments      STG Name\n"
                       "--------------------------------------------------------------------------------\n"
                       "          3         72          0   2 ..                   both (fun)\n"
                       "          0          0         72   0                      Pair (con)\n"
                       "          0          0         16   0                      I# (con)\n"
                       "\n**************************************************\n");
}
