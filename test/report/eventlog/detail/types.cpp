// The head of an eventlog, with the numbers of GHC's rts/EventLogFormat.h.
#include "catch.hpp"

#include <trav/report/eventlog/detail/types.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace event = trav::detail::event;
using trav::detail::EventlogBytes;
using trav::detail::EventlogTypes;

namespace {

std::string number(std::uint64_t value, std::size_t bytes) {
    std::string text;
    for (std::size_t i = bytes; i-- != 0;) text += static_cast<char>(value >> 8 * i);
    return text;
}
std::string mark(std::string const& letters) { return letters + std::string(4 - letters.size(), '\0'); }

/// A declaration, with a description and additions of a later version.
std::string declared(std::uint64_t type, std::uint64_t size, std::string const& description = "",
                     std::string const& more = "") {
    return mark("etb") + number(type, 2) + number(size, 2) + number(description.size(), 4) + description +
           number(more.size(), 4) + more + mark("ete");
}
std::string const begin = mark("hdrb") + mark("hetb"), end = mark("hete") + mark("hdre") + mark("datb");

struct Head {
    explicit Head(std::string const& text) : in(text) { types.read(file); }

    std::istringstream in;
    EventlogBytes file{in, "x.eventlog"};
    EventlogTypes types{};
};
std::string error_of(std::string const& text) {
    try {
        Head{text};
    } catch (trav::Unreadable const& e) { return e.what(); } catch (EventlogBytes::End const&) {
        return "the end";
    }
    return "no error";
}

}  // namespace

TEST_CASE("eventlog types: the types of a head, and their sizes", "[unit]") {
    std::string const text = begin + declared(500, 3, "a description", "an addition") + declared(7, 0xffff) +
                             declared(0, 0, "d") + declared(7, 12) + end;
    Head head(text + "an event");
    std::map<std::uint16_t, std::uint32_t> const expected{{500, 3}, {7, 12}, {0, 0}};  // the last one counts
    for (std::uint32_t type = 0; type != 0x10000; ++type) {
        auto const number = static_cast<std::uint16_t>(type);
        REQUIRE(head.types.declared(number) == expected.contains(number));
        if (expected.contains(number)) CHECK(head.types.size(number) == expected.at(number));
    }
    CHECK(head.file.offset() == text.size());
    CHECK(Head(begin + declared(0xffff, 1) + end).types.declared(0xffff));
    CHECK_FALSE(Head(begin + end).types.declared(0));
}

TEST_CASE("eventlog types: a wrong mark is an error at its byte", "[unit]") {
    std::string const whole = begin + declared(500, 3, "text", "more") + end;
    std::map<std::size_t, std::string> const faults{
        {0, "this is no eventlog"},
        {4, "no types of events are declared"},
        {8, "the declaration of a type of events must begin here"},
        {8 + 24, "the declaration of a type of events must end here"},
        {8 + 28, "the declaration of a type of events must begin here"},
        {8 + 32, "the header must end here"},
        {8 + 36, "the events must begin here"}};
    REQUIRE(whole.size() == 8 + 40);
    for (auto const& [byte, fault] : faults)
        for (std::size_t i = 0; i != 4; ++i) {
            std::string wrong = whole;
            wrong[byte + i] = static_cast<char>(wrong[byte + i] ^ 1);
            CHECK(error_of(wrong) == "x.eventlog, byte " + std::to_string(byte) + ": " + fault);
        }
    CHECK(error_of(whole) == "no error");
    for (std::size_t length = 0; length != whole.size(); ++length)
        CHECK(error_of(whole.substr(0, length)) == "the end");
}

TEST_CASE("eventlog types: GHC's marks and numbers, with or without a size of their own", "[unit]") {
    auto const same = [](std::uint32_t found, std::string const& letters) {
        CHECK(number(found, 4) == mark(letters));
    };
    same(event::header_begin, "hdrb");
    same(event::types_begin, "hetb");
    same(event::type_begin, "etb");
    same(event::type_end, "ete");
    same(event::types_end, "hete");
    same(event::header_end, "hdre");
    same(event::data_begin, "datb");
    CHECK(event::data_end == 0xffff);
    CHECK(event::block_marker == 18);
    constexpr std::uint16_t variable = 0xffff;
    std::vector<std::pair<std::uint16_t, std::uint16_t>> const expected{
        {29, variable},   // EVENT_RTS_IDENTIFIER
        {30, variable},   // EVENT_PROGRAM_ARGS
        {43, 16},         // EVENT_WALL_CLOCK_TIME
        {160, variable},  // EVENT_HEAP_PROF_BEGIN
        {161, variable},  // EVENT_HEAP_PROF_COST_CENTRE
        {162, 8},         // EVENT_HEAP_PROF_SAMPLE_BEGIN
        {163, variable},  // EVENT_HEAP_PROF_SAMPLE_COST_CENTRE
        {164, variable},  // EVENT_HEAP_PROF_SAMPLE_STRING
        {165, 8},         // EVENT_HEAP_PROF_SAMPLE_END
        {166, 16},        // EVENT_HEAP_BIO_PROF_SAMPLE_BEGIN
        {167, variable},  // EVENT_PROF_SAMPLE_COST_CENTRE
        {168, 8}};        // EVENT_PROF_BEGIN
    std::vector<std::uint16_t> const numbers{event::rts_identifier,
                                             event::program_arguments,
                                             event::wall_clock,
                                             event::profile_begin,
                                             event::cost_centre,
                                             event::sample_begin,
                                             event::sample_cost_centre,
                                             event::sample_string,
                                             event::sample_end,
                                             event::sample_biographical,
                                             event::tick,
                                             event::ticks_begin};
    REQUIRE(event::types.size() == expected.size());
    for (std::size_t i = 0; i != expected.size(); ++i) {
        auto const [type, size] = expected[i];
        CHECK(numbers[i] == type);
        CHECK(event::types[i].number == type);
        CHECK(event::types[i].size == size);
        CHECK(event::size_of(type) == size);
        std::uint16_t const longer = 17;
        bool const has_size = size != variable;
        std::string const wrong =
            "x.eventlog, byte 8: events of type " + std::to_string(type) + " are declared with another size";
        CHECK(error_of(begin + declared(type, variable) + end) == (has_size ? wrong : "no error"));
        CHECK(error_of(begin + declared(type, longer) + end) == (has_size ? "no error" : wrong));
    }
    for (std::uint32_t const other : {0u, 18u, 28u, 31u, 159u, 169u, 0xffffu})
        CHECK(event::size_of(static_cast<std::uint16_t>(other)) == variable);
}
