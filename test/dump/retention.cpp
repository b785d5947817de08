#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/retention.hpp>

TEST_CASE("retention: counts strong edges and own sizes unless the dump does otherwise", "[unit]") {
    struct Weak : SmallDump {
        bool strong(Edge const& edge) const { return edge.from != 1; }
    } const weak;
    auto const common = trav::dump::retention(weak);
    CHECK(common.holds({0, 1}));
    CHECK_FALSE(common.holds({1, 2}));
    CHECK(common.size(0) == 100);
    CHECK(common.note.empty());
    CHECK(common.more_roots([](trav::dump::Node) { return false; }).empty());

    FullDump const dump;
    auto const own = trav::dump::retention(dump);
    CHECK_FALSE(own.holds({0, 1}));
    CHECK(own.holds({1, 2}));
    CHECK(own.size(2) == 2);
    CHECK(own.note == "as small tools do");
    CHECK(own.more_roots([](trav::dump::Node n) { return n != 2; }) == std::vector<trav::dump::Node>{2});
}
