#include "catch.hpp"
#include "report/eventlog_parts.hpp"
#include "report/eventlog_text.hpp"
#include "support/ghc_files.hpp"

#include <trav/dump/input.hpp>
#include <trav/report/eventlog/reader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

using trav::Eventlog, trav::EventlogBreakdown, trav::EventlogSample, trav::Unreadable;

namespace {

std::string type(std::uint16_t number, std::uint16_t size, std::string const& extension = "") {
    return declared(number, size, "text", extension);
}
std::string const text_0 = std::string("text") + '\0';

// An eventlog with these declarations and events.
std::string log_of(std::string const& types, std::string const& events) {
    return head_begin + types + head_end + events + number<2>(0xffff);
}
std::string event(std::uint16_t type, std::uint64_t time, std::string const& payload) {
    return number<2>(type) + number<8>(time) + payload;
}
std::string variable(std::uint16_t type, std::uint64_t time, std::string const& payload) {
    return event(type, time, number<2>(payload.size()) + payload);
}
std::string const types = type(18, 14) + type(161, 0xffff) + type(162, 8) + type(163, 0xffff) +
                          type(164, 0xffff) + type(165, 8) + type(166, 16) + type(7, 3) + type(8, 0xffff);

std::optional<std::uint64_t> refused_at(std::string const& bytes) {
    try {
        parse_eventlog(bytes);
    } catch (Unreadable const& error) { return error.place(); }
    return {};
}

// Whether `part` has the first samples of `whole` and no others.
bool begins(Eventlog const& part, Eventlog const& whole) {
    return part.samples.size() <= whole.samples.size() &&
           std::equal(part.samples.begin(), part.samples.end(), whole.samples.begin());
}

}  // namespace

TEST_CASE("eventlog_reader: samples are read, other events are skipped", "[unit]") {
    Eventlog const log = parse_eventlog(
        log_of(types, event(7, 1, "abc") + variable(8, 2, "abcdef") + event(162, 3, number<8>(0)) +
                          variable(164, 4, number<1>(0) + number<8>(1) + text_0) + variable(8, 5, "") +
                          event(165, 6, number<8>(0))));
    REQUIRE(log.samples.size() == 1);
    CHECK(log.samples[0] == EventlogSample{3, 0, {}, {{1, "text", {}}}});
    CHECK_FALSE(log.cut);
    CHECK_FALSE(log.profile);
}

TEST_CASE("eventlog_reader: biographical samples are ordered by their census", "[unit]") {
    auto const sample = [](std::uint64_t written, std::uint64_t census) {
        return event(166, written, number<8>(9) + number<8>(census)) + event(165, written, number<8>(9));
    };
    Eventlog const log = parse_eventlog(log_of(types, sample(100, 7) + sample(101, 5)));
    CHECK(log.samples == std::vector{EventlogSample{101, 9, 5, {}}, EventlogSample{100, 9, 7, {}}});
}

TEST_CASE("eventlog_reader: a cost centre must be defined, perhaps after its mention", "[unit]") {
    std::string const sample = event(162, 3, number<8>(0)) +
                               variable(163, 4, number<1>(0) + number<8>(1) + number<1>(1) + number<4>(5)) +
                               event(165, 6, number<8>(0));
    std::string const centre = variable(161, 7, number<4>(5) + text_0 + text_0 + text_0 + 'c');
    Eventlog const log = parse_eventlog(log_of(types, sample + centre));
    CHECK(log.cost_centres == std::vector{trav::EventlogCostCentre{5, "text", "text", "text", true}});
    std::string const without = log_of(types, sample);
    CHECK(refused_at(without) == without.find(number<2>(163) + number<8>(4)));
}

TEST_CASE("eventlog_reader: errors name the byte", "[unit]") {
    std::uint64_t const begin = log_of(types, "").size() - 2;  // of the events
    auto const refused = [&](std::string const& events) {
        return refused_at(log_of(types, events)).value_or(0) - begin;
    };
    std::string const open = event(162, 1, number<8>(0)), band = number<1>(0) + number<8>(1);
    CHECK(refused(event(99, 1, "")) == 0);
    CHECK(refused(open + event(99, 1, "")) == 18);
    CHECK(refused(open + open) == 18);
    CHECK(refused(event(165, 1, number<8>(0))) == 0);
    CHECK(refused(variable(164, 1, band + text_0)) == 0);
    CHECK(refused(open + variable(164, 1, band + "text")) == 18 + 12 + 9);
    CHECK(refused(open + variable(164, 1, band + text_0 + "x")) == 18 + 12 + 14);
    CHECK(refused(open + variable(163, 1, band + number<1>(2) + number<4>(1))) == 18 + 12 + 9 + 1 + 4);
    CHECK(refused(event(18, 1, number<4>(30) + number<8>(1) + number<2>(0)) +
                  event(8, 1, number<2>(9) + "123456789")) == 24);
    CHECK(refused(event(18, 1, number<4>(30) + number<8>(1) + number<2>(0)) +
                  event(18, 1, number<4>(24) + number<8>(1) + number<2>(0))) == 24);
    auto const in_block = [&](std::uint64_t bytes) {  // an event of 13 bytes after a marker of 24
        return log_of(types,
                      event(18, 1, number<4>(bytes) + number<8>(1) + number<2>(0)) + event(7, 1, "abc"));
    };
    CHECK(refused_at(in_block(24 + 12)) == begin + 24);
    CHECK_FALSE(refused_at(in_block(24 + 13)));
    CHECK(refused_at("nonsense") == 0u);
    CHECK(refused_at("hdrbhete") == 4u);
    CHECK(refused_at("") == 0u);
    CHECK(refused_at(head_begin + type(162, 0xffff) + head_end) == 8u);
    CHECK(refused_at(head_begin + type(7, 1) + "oops") == 8 + type(7, 1).size());
    CHECK_THROWS_AS(trav::read_eventlog("/no/such.eventlog"), Unreadable);
}

TEST_CASE("eventlog_reader: declarations may get longer", "[unit]") {
    CHECK_FALSE(refused_at(log_of(type(162, 8, "more") + type(165, 8),
                                  event(162, 1, number<8>(0)) + event(165, 1, number<8>(0)))));
}

TEST_CASE("eventlog_reader: every file from GHC", "[conformance]") {
    std::size_t read = 0;
    for (auto const& [name, bytes] : ghc_files("eventlog")) {
        INFO(name);
        if (name.find("corrupt") != std::string::npos) continue;
        Eventlog const log = parse_eventlog(bytes);
        CHECK_FALSE(log.cut);
        CHECK(log.header.rts.find("GHC-9.0.2 rts") == 0);
        CHECK(log.header.arguments.front().find("./") == 0);
        if (name == "det/Tree/p_l.eventlog") {  // has only a time profile
            CHECK_FALSE(log.profile);
            CHECK(log.tick_interval == 1000000);
            CHECK(log.ticks.size() == 12);
        } else {
            CHECK(log.profile);
            CHECK(log.samples.size() >= 2);
        }
        CHECK(parse_eventlog(eventlog_bytes(log)) == log);
        ++read;
    }
    CHECK(read == 63);
}

TEST_CASE("eventlog_reader: GHC's breakdowns and restrictions", "[conformance]") {
    auto const files = ghc_files("eventlog");
    auto const breakdown = [&](std::string const& name) {
        return parse_eventlog(files.at("det/Tree/" + name + "_l.eventlog")).profile.value().breakdown;
    };
    CHECK(breakdown("hc") == EventlogBreakdown::cost_centre);
    CHECK(breakdown("hm") == EventlogBreakdown::module);
    CHECK(breakdown("hd") == EventlogBreakdown::description);
    CHECK(breakdown("hy") == EventlogBreakdown::type);
    CHECK(breakdown("hr") == EventlogBreakdown::retainer);
    CHECK(breakdown("hb") == EventlogBreakdown::biography);
    CHECK(breakdown("hT") == EventlogBreakdown::closure_type);
    auto const filters = parse_eventlog(files.at("det/Tree/hd_filters_l.eventlog")).profile.value().filters;
    // Tree +RTS -hd -hmMain -hyTree,Int -hCmain -hblag,void
    CHECK(filters == std::array<std::string, 7>{"Main", "", "Tree,Int", "", "main", "", "lag,void"});
}

TEST_CASE("eventlog_reader: two damaged files from GHC", "[conformance]") {
    // od finds a type of 9805 there, and a length of 6741 in a block that ends 2719 bytes later.
    auto const files = ghc_files("eventlog");
    CHECK(refused_at(files.at("bugs/corrupt_p_l_race.eventlog")) == 23740u);
    CHECK(refused_at(files.at("bugs/corrupt_p_l_race2.eventlog")) == 41185u);
}

TEST_CASE("eventlog_reader: a log that ends anywhere has its complete samples", "[property]") {
    auto const files = ghc_files("eventlog");
    for (std::string const& bytes : {eventlog_bytes(some_eventlog()), files.at("det/Tree/hc_l.eventlog"),
                                     files.at("det/Tree/hb_l.eventlog")}) {
        Eventlog const whole = parse_eventlog(bytes);
        std::size_t const header_end = bytes.find("datb") + 4;
        std::size_t const step = bytes.size() < 2000 ? 1 : 5;
        for (std::size_t size = 0; size < bytes.size(); size += step) {
            std::string const begin = bytes.substr(0, size);
            if (size < header_end) {
                if (refused_at(begin) != size) FAIL_CHECK("not refused at its end: " << size);
            } else {
                Eventlog const part = parse_eventlog(begin);
                if (!part.cut || !begins(part, whole)) FAIL_CHECK("wrongly read: " << size);
            }
        }
        Eventlog const unmarked = parse_eventlog(bytes.substr(0, bytes.size() - 2));
        CHECK(unmarked.samples == whole.samples);
    }
}

TEST_CASE("eventlog_reader: a damaged log is read or refused", "[property]") {
    for (std::string const& bytes :
         {eventlog_bytes(some_eventlog()), ghc_files("eventlog").at("det/Tree/hb_l.eventlog")}) {
        std::size_t const step = bytes.size() < 2000 ? 1 : 8;  // a bit of every eighth byte of the large one
        std::size_t read = 0, refusals = 0;
        for (std::size_t at = 0; at != bytes.size(); ++at)
            for (std::size_t bit = at % step; bit < 8; bit += step) {
                std::string damaged = bytes;
                damaged[at] = static_cast<char>(damaged[at] ^ (1 << static_cast<int>(bit)));
                ++(refused_at(damaged) ? refusals : read);
            }
        CHECK(read > 0);
        CHECK(refusals > 0);
    }
}
