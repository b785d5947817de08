// The types that the head of an eventlog declares, with the numbers of GHC's rts/EventLogFormat.h.
#include "catch.hpp"
#include "report/eventlog_parts.hpp"

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

struct Head {
    explicit Head(std::string const& text) : in(text) { types.read(file); }

    std::istringstream in;
    EventlogBytes file{in, "x.eventlog"};
    EventlogTypes types{};
};
/// The error in reading this head.
std::string error_in(std::string const& text) {
    return error_of([&] { Head{text}; });
}

}  // namespace

TEST_CASE("eventlog types: the types of a head, and their sizes", "[unit]") {
    std::string const text = head_begin + declared(500, 3, "a description", "an addition") +
                             declared(7, 0xffff) + declared(0, 0, "d") + declared(7, 12) + head_end;
    Head head(text + "an event");
    std::map<std::uint16_t, std::uint32_t> const expected{{500, 3}, {7, 12}, {0, 0}};  // the last one counts
    for (std::uint32_t n = 0; n != 0x10000; ++n) {
        auto const type = static_cast<std::uint16_t>(n);
        REQUIRE(head.types.declared(type) == expected.contains(type));
        if (expected.contains(type)) CHECK(head.types.size(type) == expected.at(type));
    }
    CHECK(head.file.offset() == text.size());
    CHECK(Head(head_begin + declared(0xffff, 1) + head_end).types.declared(0xffff));
    CHECK_FALSE(Head(head_begin + head_end).types.declared(0));
}

TEST_CASE("eventlog types: a wrong mark is an error at its byte", "[unit]") {
    std::string const whole = head_begin + declared(500, 3, "text", "more") + head_end;
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
            CHECK(error_in(wrong) == "x.eventlog, byte " + std::to_string(byte) + ": " + fault);
        }
    CHECK(error_in(whole) == "no error");
    for (std::size_t length = 0; length != whole.size(); ++length)
        CHECK(error_in(whole.substr(0, length)) == "the end");
}

TEST_CASE("eventlog types: GHC's marks and numbers, with or without a size of their own", "[unit]") {
    auto const same = [](std::uint32_t found, std::string const& letters) {
        CHECK(number<4>(found) == mark(letters));
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
        CHECK(error_in(head_begin + declared(type, variable) + head_end) == (has_size ? wrong : "no error"));
        CHECK(error_in(head_begin + declared(type, longer) + head_end) == (has_size ? "no error" : wrong));
    }
    for (std::uint32_t const other : {0u, 18u, 28u, 31u, 159u, 169u, 0xffffu})
        CHECK(event::size_of(static_cast<std::uint16_t>(other)) == variable);
}
