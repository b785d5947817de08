// Numbers and texts, read from an eventlog and from the payload of an event.
#include "catch.hpp"
#include "report/eventlog_parts.hpp"

#include <trav/report/eventlog/detail/bytes.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

using trav::detail::EventlogBytes;
using trav::detail::EventlogPayload;

namespace {

std::string const bytes("\x01\x82\x03\x84\x05\x86\x07\x88\x09\x8a\x0b\x8c", 12);

/// A file, and the payload of an event that begins at byte 100.
struct File {
    explicit File(std::string const& text = "") : in(text) {}
    EventlogPayload payload(std::string const& text) const { return {file, 100, text}; }

    std::istringstream in;
    EventlogBytes file{in, "x.eventlog"};
};

}  // namespace

TEST_CASE("eventlog bytes: big-endian numbers, and their position", "[unit]") {
    File f(bytes);
    EventlogBytes& file = f.file;
    CHECK(file.offset() == 0);
    CHECK(file.number<1>() == 0x01);
    CHECK(file.number<2>() == 0x8203);
    CHECK(file.offset() == 3);
    CHECK(file.number<8>() == 0x8405'8607'8809'8a0b);
    CHECK(file.offset() == 11);
    CHECK_FALSE(file.at_end());
    CHECK(error_of([&] { file.number<2>(); }) == "the end");
    CHECK(file.at_end());
    CHECK(file.offset() == 12);
    CHECK(error_of([&] { file.fail(7, "it is bad"); }) == "x.eventlog, byte 7: it is bad");
}

TEST_CASE("eventlog bytes: taken and skipped up to the end", "[unit]") {
    for (std::size_t first = 0; first <= bytes.size(); ++first) {
        File f(bytes);
        EventlogBytes& file = f.file;
        file.skip(first);
        CHECK(file.offset() == first);
        std::size_t const left = bytes.size() - first;
        std::string text = "what was there before";
        file.take(text, left / 2);
        CHECK(text == bytes.substr(first, left / 2));
        CHECK(file.offset() == first + left / 2);
        file.take(text, left - left / 2);
        CHECK(text == bytes.substr(first + left / 2));
        CHECK(file.at_end());
        file.take(text, 0);
        CHECK(text.empty());
        file.skip(0);
        CHECK(error_of([&] { file.skip(1); }) == "the end");
        CHECK(error_of([&] { file.take(text, 1); }) == "the end");
        CHECK(file.offset() == bytes.size());
        File beyond(bytes);
        beyond.file.skip(first);
        CHECK(error_of([&] { beyond.file.take(text, left + 1); }) == "the end");
        CHECK(beyond.file.offset() == bytes.size());
    }
}

TEST_CASE("eventlog bytes: the payload of an event in order", "[unit]") {
    File const f;
    std::string const last("rest\0of it", 10);
    std::string const text =
        bytes + std::string("a text\0\0", 8) + std::string("\0\x02", 2) + bytes.substr(0, 8) + last;
    EventlogPayload payload = f.payload(text);
    std::size_t left = text.size();
    CHECK(payload.left() == left);
    CHECK(payload.number<1>() == 0x01);
    CHECK(payload.number<2>() == 0x8203);
    CHECK(payload.number<8>() == 0x8405'8607'8809'8a0b);
    CHECK(payload.number<1>() == 0x8c);
    CHECK(payload.left() == (left -= 12));
    CHECK(payload.string() == "a text");
    CHECK(payload.left() == (left -= 7));
    CHECK(payload.string().empty());
    CHECK(payload.left() == (left -= 1));
    CHECK(payload.stack().empty());
    CHECK(payload.stack() == std::vector<std::uint32_t>{0x01820384, 0x05860788});
    CHECK(payload.left() == (left -= 10));
    CHECK(payload.rest() == last);
    CHECK(payload.left() == 0);
    CHECK(payload.rest().empty());
    payload.finish();
}

TEST_CASE("eventlog bytes: a payload that ends too early or too late", "[unit]") {
    File const f;
    std::string const at = "x.eventlog, byte 10";
    for (std::size_t size = 0; size != 5; ++size) {
        std::string const text = bytes.substr(0, size);
        auto const number = error_of([&] { f.payload(text).number<4>(); });
        CHECK(number == (size < 4 ? at + "0: the event ends within a number" : "no error"));
        EventlogPayload second = f.payload(text);
        if (size == 0) continue;
        second.number<1>();
        CHECK(error_of([&] { second.number<4>(); }) == at + "1: the event ends within a number");
    }
    std::string const open = "ab", closed("ab\0cd", 5), short_stack("\x02\0\0\0\1\0\0\0", 8);
    CHECK(error_of([&] { f.payload(open).string(); }) == at + "0: the event ends within a text");
    EventlogPayload payload = f.payload(closed);
    CHECK(error_of([&] { payload.finish(); }) == at + "0: the event has 5 bytes too many");
    CHECK(payload.string() == "ab");
    CHECK(error_of([&] { payload.finish(); }) == at + "3: the event has 2 bytes too many");
    CHECK(error_of([&] { payload.string(); }) == at + "3: the event ends within a text");
    CHECK(error_of([&] { f.payload(short_stack).stack(); }) == at + "5: the event ends within a number");
}
