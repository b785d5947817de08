#include "catch.hpp"
#include "dump/minimal_v8.hpp"

#include <trav/dump/v8/by_time.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace {

std::string const fields = R"("sample_fields":["timestamp_us","last_assigned_id"],)";
/// The minimal snapshot with these samples. Its nodes have the ids 1, 3, 5, 7, 9 and 11.
std::string sampled(std::string const& samples) {
    return with("\"samples\":[]", "\"samples\":" + samples,
                with("\"location_fields\"", fields + "\"location_fields\""));
}

}  // namespace

TEST_CASE("v8 by time: the second of an object's allocation, if that was tracked", "[unit]") {
    auto const snapshot = read_text(sampled("[500000,3, 1499999,5, 1500000,7, 4600000,9]"));
    auto const grouping = trav::dump::by_time(snapshot);
    std::vector<std::string> bands;
    for (auto const band : grouping.band_of) bands.push_back(grouping.bands[band]);
    CHECK(bands == std::vector<std::string>{"(before)", "(before)", "0 s to 1 s", "1 s to 2 s", "4 s to 5 s",
                                            "(not tracked)"});
}

TEST_CASE("v8 by time: an untracked snapshot has no times", "[unit]") {
    CHECK(trav::dump::by_time(read_text(minimal_v8)).bands == std::vector<std::string>{"(not tracked)"});
}

TEST_CASE("v8 by time: errors in samples", "[unit]") {
    auto const wrong = [](std::string const& text, std::string const& what) {
        INFO(error_of(text));
        CHECK(error_of(text).find(what) != std::string::npos);
    };
    wrong(sampled("[0,1,5]"), "sample 1 is cut short");
    wrong(sampled("[10,1,9,3]"), "sample 1 is before the last one");
    wrong(sampled("[10,3,11,1]"), "sample 1 is before the last one");
    wrong(with("\"timestamp_us\",", "", sampled("[]")), "has no 'timestamp_us' in its 'sample_fields'");
    CHECK(error_of(sampled("[]")).empty());
}
