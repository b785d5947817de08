#include "catch.hpp"
#include "report/eventlog_text.hpp"
#include "report/ghc_events.hpp"
#include "support/ghc_files.hpp"

#include <trav/dump/input.hpp>
#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/writer.hpp>

#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using trav::Eventlog, trav::EventlogBreakdown;

namespace {

// The lines of ghc-events about the heap and cost centres, without their times.
std::vector<std::string> lines_about_heap(std::string const& text) {
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        std::size_t const at = line.find(": ");
        if (at == std::string::npos) continue;
        line = line.substr(at + 2);
        for (char const* word : {"heap prof", "cost centre", "prof sample"})
            if (line.find(word) != std::string::npos) {
                lines.push_back(line);
                break;
            }
    }
    return lines;
}

}  // namespace

TEST_CASE("eventlog_writer: a written log is read back", "[unit]") {
    CHECK(parse_eventlog(eventlog_bytes(some_eventlog())) == some_eventlog());
    Eventlog log = some_eventlog();
    log.profile->breakdown = EventlogBreakdown::biography;
    log.samples = {{2000, 3, 100, {{4096, "LAG", {}}}}, {2000, 3, 200, {{1, "USE", {}}}}};
    CHECK(parse_eventlog(eventlog_bytes(log)) == log);
    log.cut = true;
    CHECK(parse_eventlog(eventlog_bytes(log, false)) == log);
}

TEST_CASE("eventlog_writer: texts and stacks that do not fit are cut", "[unit]") {
    std::string const longest(100000, 'x');
    Eventlog log = some_eventlog();
    log.header.arguments = {"shop", longest, "y"};
    log.header.rts = longest;
    log.cost_centres = {{1, longest, longest, longest}};
    log.profile = trav::EventlogProfile{EventlogBreakdown::cost_centre};
    log.profile->filters.fill(longest);
    log.samples = {{1, 0, {}, {{1, "", std::vector<std::uint32_t>(1000, 1)}}}};
    log.ticks.clear();
    Eventlog const read = parse_eventlog(eventlog_bytes(log));
    CHECK(read.header.arguments == std::vector<std::string>{"shop"});
    CHECK(read.cost_centres.at(0).source.size() > 20000);
    CHECK(read.samples.at(0).bands.at(0).stack == std::vector<std::uint32_t>(255, 1));
    log.profile->breakdown = EventlogBreakdown::type;
    log.samples = {{1, 0, {}, {{1, longest, {}}, {2, std::string("a\0b", 3), {}}}}};
    auto const bands = parse_eventlog(eventlog_bytes(log)).samples.at(0).bands;
    CHECK(bands.at(0).label.size() > 60000);
    CHECK(bands.at(1).label == "a");
}

TEST_CASE("eventlog_writer: times ascend", "[unit]") {
    std::ostringstream out;
    trav::EventlogWriter log(out, {});
    log.sample({5});
    CHECK_THROWS_AS(log.sample({4}), std::invalid_argument);
}

TEST_CASE("eventlog_writer: the real ghc-events shows the same for our log as for GHC's", "[conformance]") {
    GHC_EVENTS_OR_SKIP();
    for (auto const& [name, bytes] : ghc_files("eventlog")) {
        // Files with each breakdown, restrictions and a time profile.
        bool const one = name.find("det/Tree/") == 0 || name == "det/Sharing/hr_l.eventlog";
        if (!one) continue;
        INFO(name);
        Eventlog log = parse_eventlog(bytes);
        auto const ours = lines_about_heap(shown(eventlog_bytes(log)));
        CHECK(ours.size() >= 100);
        CHECK(ours == lines_about_heap(shown(bytes)));
    }
}

TEST_CASE("eventlog_writer: the real ghc-events shows the numbers of the .hp file", "[conformance]") {
    GHC_EVENTS_OR_SKIP();
    Eventlog log = some_eventlog();
    log.profile->breakdown = EventlogBreakdown::retainer;
    log.samples = {{1000, 0, {}, {{4096, "sessions", {}}, {5000000000, "größe", {}}}},
                   {2000, 0, {}, {{7, "cache", {}}}}};
    CHECK(shown_samples(shown(eventlog_bytes(log))) == trav::hp_file(log).samples);
    CHECK(shown("nonsense").find("refused") == 0);  // the comparison can fail
    // The same for the log of a killed program.
    CHECK(shown(eventlog_bytes(log, false)) == shown(eventlog_bytes(log)));
}
