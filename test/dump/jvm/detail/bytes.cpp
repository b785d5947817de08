// Numbers and texts from an input in blocks of any size, beside the same bytes in one string.
#include "catch.hpp"
#include "support/message_of.hpp"

#include <trav/dump/jvm/detail/bytes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using test::message_of;
using trav::dump::Error;
using trav::dump::detail::Bytes;

namespace {

struct File {
    explicit File(std::string const& text, std::size_t block = 1 << 10)
        : stream(text), input(stream, "test.hprof", block) {}

    std::istringstream stream;
    trav::dump::Input input;
    Bytes bytes{input};
};

/// The big-endian number in the n bytes at `at`, as a sum.
std::uint64_t number(std::string_view text, std::size_t at, std::size_t n) {
    std::uint64_t sum = 0;
    for (char const c : text.substr(at, n)) sum = sum * 256 + static_cast<unsigned char>(c);
    return sum;
}
std::uint64_t hash(std::string_view text) {
    trav::detail::ContentHash hash;
    hash.add(text);
    return hash.value();
}

}  // namespace

TEST_CASE("jvm bytes: a random file, in blocks of any size", "[unit]") {
    std::mt19937 random(1);
    std::string text;
    for (int i = 0; i != 5000; ++i) text += static_cast<char>(random());
    for (std::size_t const block : {1u, 2u, 3u, 7u, 8u, 9u, 64u, 999u, 5000u, 6000u})
        for (std::size_t const id_size : {4u, 8u}) {
            CAPTURE(block, id_size);
            File file(text, block);
            Bytes& bytes = file.bytes;
            CHECK(bytes.id_size() == 8);
            bytes.id_size(id_size);
            CHECK(bytes.id_size() == id_size);
            CHECK(bytes.name() == "test.hprof");
            std::size_t at = 0;
            while (at != text.size()) {
                REQUIRE(bytes.offset() == at);
                REQUIRE_FALSE(bytes.at_end());
                std::size_t const left = text.size() - at, some = random() % 40;
                std::size_t const take = std::min(left, some), ids = std::min(left / id_size, some);
                std::vector<std::uint64_t> found, expected;
                switch (random() % 8) {
                case 0:
                    if (left >= 1) found = {bytes.u1()}, expected = {number(text, at, 1)}, at += 1;
                    break;
                case 1:
                    if (left >= 2) found = {bytes.u2()}, expected = {number(text, at, 2)}, at += 2;
                    break;
                case 2:
                    if (left >= 4) found = {bytes.u4()}, expected = {number(text, at, 4)}, at += 4;
                    break;
                case 3:
                    if (left < id_size) break;
                    found = {bytes.id()}, expected = {number(text, at, id_size)}, at += id_size;
                    break;
                case 4:
                    bytes.ids(ids, [&](std::uint64_t id) { found.push_back(id); });
                    for (std::size_t i = 0; i != ids; ++i, at += id_size)
                        expected.push_back(number(text, at, id_size));
                    break;
                case 5:
                    CHECK(bytes.take(take) == text.substr(at, take));
                    at += take;
                    break;
                case 6:
                    bytes.skip(take);
                    at += take;
                    break;
                default: CHECK(bytes.hash(take) == hash(std::string_view(text).substr(at, take))); at += take;
                }
                REQUIRE(found == expected);
            }
            CHECK(bytes.at_end());
            CHECK(bytes.offset() == text.size());
            CHECK(bytes.take(0).empty());
            bytes.ids(0, [](std::uint64_t) { FAIL("no id is due"); });
        }
}

TEST_CASE("jvm bytes: numbers in memory", "[unit]") {
    char const text[] = "\x01\x82\x03\x84\x05\x86\x07\x88\x09";
    CHECK(Bytes::number_at(text, 0) == 0);
    CHECK(Bytes::number_at(text, 1) == 1);
    CHECK(Bytes::number_at(text + 1, 1) == 0x82);
    CHECK(Bytes::number_at(text, 2) == 0x182);
    CHECK(Bytes::number_at(text, 8) == 0x0182'0384'0586'0788);
    File file("");
    CHECK(file.bytes.id_at(text) == 0x0182'0384'0586'0788);
    file.bytes.id_size(4);
    CHECK(file.bytes.id_at(text) == 0x0182'0384);
}

TEST_CASE("jvm bytes: the error of a truncated file names its part", "[unit]") {
    for (std::size_t const block : {1u, 2u, 100u}) {
        auto const of = [&](auto const& read) {
            File file("123", block);
            file.bytes.in("a class");
            return message_of<Error>([&] { read(file.bytes); });
        };
        std::string const ends = "test.hprof: byte 3: the file ends inside a class";
        CHECK(of([](Bytes& bytes) { bytes.u4(); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.u2(), bytes.u2(); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.id(); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.ids(1, [](std::uint64_t) {}); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.take(4); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.skip(4); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.hash(4); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.skip(3), bytes.u1(); }) == ends);
        CHECK(of([](Bytes& bytes) { bytes.skip(3), bytes.hash(0); }).empty());
        CHECK(of([](Bytes& bytes) { bytes.skip(1), bytes.fail("it is bad"); }) ==
              "test.hprof: byte 1: it is bad");
    }
    File file("");
    CHECK(file.bytes.at_end());
    CHECK(message_of<Error>([&] { file.bytes.u1(); }) == "test.hprof: byte 0: the file ends inside the head");
}
