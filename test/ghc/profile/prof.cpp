// Reports of a mock heap's cost centres.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/prof.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace ghc = trav::ghc;

TEST_CASE("GHC's costs: a report has entries, bytes and ticks of each stack, parents first", "[unit]") {
    ghc::Heap heap;
    auto& centres = heap.cost_centres();
    {
        ghc::Scc const main(heap, "main"), build(heap, "build", "Lib");
        heap.con("X", {}, {1, 2});  // three words without the profiling words
        heap.ccs()->time_ticks = 5;
    }
    {
        ghc::Scc const main(heap, "main"), own(heap, "GC");  // not GHC's GC
    }
    heap.set_ccs(centres.caf("Lib"));
    auto const report = ghc::prof_report(centres, {.program = "p"}, "now", 2000);
    CHECK_NOTHROW(report.check());
    CHECK(report.job.program == "p");
    CHECK(report.date == "now");
    CHECK(report.tick_interval == 2000);
    CHECK(report.centres.front().label == "CAF");  // newest first
    CHECK(report.centres.front().is_caf);
    CHECK(report.centres.back().label == "MAIN");
    CHECK(report.stacks.size() == centres.stacks().size());
    CHECK(report.centres[report.stacks[0].centre].label == "MAIN");
    std::vector<std::string> overhead;
    for (auto const& centre : report.centres)
        if (centre.is_overhead) overhead.push_back(centre.label);
    CHECK(overhead == std::vector<std::string>{"IDLE", "DONT_CARE", "OVERHEAD_of", "GC", "SYSTEM"});
    auto const build = std::ranges::find_if(
        report.stacks, [&](auto const& s) { return report.centres[s.centre].label == "build"; });
    REQUIRE(build != report.stacks.end());
    CHECK(build->entries == 1);
    CHECK(build->alloc == 24);
    CHECK(build->ticks == 5);
    CHECK(report.centres[report.stacks[build->parent].centre].label == "main");
    std::vector<std::string> below_main;
    for (auto const& stack : report.stacks)
        if (stack.parent == build->parent) below_main.push_back(report.centres[stack.centre].label);
    CHECK(below_main == std::vector<std::string>{"GC", "build"});  // newest first
}

TEST_CASE("GHC's costs: stacks in eventlogs are innermost first, without MAIN", "[conformance]") {
    ghc::CostCentres centres;
    auto* const main = centres.push(centres.main(), "main");
    auto* const build = centres.push(main, "build", "Lib");
    CHECK(ghc::eventlog_stack(centres.main()).empty());
    CHECK(ghc::eventlog_stack(build) ==
          std::vector{static_cast<std::uint32_t>(build->cc->id), static_cast<std::uint32_t>(main->cc->id)});
    auto const centre = ghc::eventlog_centre(*build->cc);
    CHECK(centre.label == "build");
    CHECK(centre.module == "Lib");
    CHECK(!centre.is_caf);
    CHECK(ghc::eventlog_centre(*centres.caf("Lib")->cc).is_caf);
}
