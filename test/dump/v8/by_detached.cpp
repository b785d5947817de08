#include "catch.hpp"
#include "dump/minimal_v8.hpp"

#include <trav/dump/v8/by_detached.hpp>

#include <string>
#include <vector>

TEST_CASE("v8 by detached: each node has the state that V8 gives; other nodes have none", "[unit]") {
    auto const snapshot = read_text(minimal_v8);  // the object `app` is attached, the text is detached
    auto const grouping = trav::dump::by_detached(snapshot);
    std::vector<std::string> bands;
    for (auto const band : grouping.band_of) bands.push_back(grouping.bands[band]);
    std::string const none = "(of no document)";
    CHECK(bands == std::vector<std::string>{none, none, "attached", none, none, "detached"});
}

TEST_CASE("v8 by detached: a snapshot without documents has one band", "[unit]") {
    auto const snapshot = read_text(with("11,24,0,0,2]", "11,24,0,0,0]", with("5,80,2,0,1", "5,80,2,0,0")));
    CHECK(snapshot.attached.empty());
    CHECK(snapshot.detached.empty());
    CHECK(trav::dump::by_detached(snapshot).bands == std::vector<std::string>{"(of no document)"});
}
