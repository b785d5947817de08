#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/by_grouping.hpp>
#include <trav/dump/dump_graph.hpp>
#include <trav/profile/profiler.hpp>

TEST_CASE("by_grouping: a profiler looks bands up; bands with equal texts are one", "[unit]") {
    SmallDump const dump;
    auto colour =
        trav::dump::by_grouping("colour", {{0, 1, 2, 1}, {"red", "blue", "red"}});  // 100, 10, 20, 30 bytes
    trav::Profiler profiler{trav::dump::DumpGraph(dump), colour};
    profiler.sample(trav::dump::roots(dump), 0);
    auto const profile = profiler.profile();
    CHECK(profile.columns[profile.column_of(colour)].name == "colour");
    CHECK(profile.by(colour).at("red").bytes == 120);
    CHECK(profile.by(colour).at("red").objects == 2);
    CHECK(profile.by(colour).at("blue").bytes == 40);
}
