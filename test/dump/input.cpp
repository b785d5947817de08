#include "catch.hpp"
#include "support/message_of.hpp"

#include <trav/dump/input.hpp>

#include <zlib.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using trav::dump::Error;
using trav::dump::Input;

namespace {

std::string all(Input& input) {
    std::string text;
    for (int c = input.get(); c >= 0; c = input.get()) text.push_back(static_cast<char>(c));
    return text;
}

std::string all(std::string const& bytes) {
    std::istringstream stream(bytes);
    Input input(stream, "test");
    return all(input);
}

std::string gzip(std::string text) {
    z_stream z{};
    REQUIRE(deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(text.size() + 1000, '\0');
    z.next_in = reinterpret_cast<Bytef*>(text.data());
    z.avail_in = static_cast<uInt>(text.size());
    z.next_out = reinterpret_cast<Bytef*>(packed.data());
    z.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&z, Z_FINISH) == Z_STREAM_END);
    packed.resize(z.total_out);
    deflateEnd(&z);
    return packed;
}

std::string long_text() {
    std::string text;
    for (int i = 0; i < 200000; ++i) text += std::to_string(i * 7919 % 100003) + ',';
    return text;
}

std::string what(std::string const& bytes) {
    return test::message_of<Error>([&] { all(bytes); });
}

}  // namespace

TEST_CASE("input: blocks of any size give the same text, position and error", "[unit]") {
    std::string const text = long_text().substr(0, 300);
    std::string const packed = gzip(text), two = gzip(text.substr(0, 100)) + gzip(text.substr(100));
    for (std::size_t const block : {1u, 2u, 3u, 7u, 64u, 299u, 300u, 301u}) {
        auto const read = [&](std::string const& bytes) {
            std::istringstream stream(bytes);
            Input input(stream, "test", block);
            std::string const result = all(input);
            CHECK(input.offset() == result.size());
            return result;
        };
        INFO(block);
        CHECK(read(text) == text);
        CHECK(read(packed) == text);
        CHECK(read(two) == text);
        CHECK(read(two + std::string(20, '\0')) == text);
        CHECK_THROWS_AS(read(packed.substr(0, packed.size() - 1)), Error);
        CHECK_THROWS_AS(read(packed + "x"), Error);
    }
}

TEST_CASE("input: plain and gzipped bytes are read unchanged", "[unit]") {
    CHECK(all("").empty());
    CHECK(all("x") == "x");
    CHECK(all(long_text()) == long_text());
    CHECK(all(gzip(long_text())) == long_text());
    CHECK(all(gzip("")).empty());
}

TEST_CASE("input: a gzip file may have several members, including empty ones", "[unit]") {
    CHECK(all(gzip("one ") + gzip("") + gzip("two")) == "one two");
    CHECK(all(gzip(long_text()) + gzip(long_text())) == long_text() + long_text());
}

TEST_CASE("input: offsets are positions in the text, across blocks", "[unit]") {
    for (std::string const& bytes : {long_text(), gzip(long_text())}) {
        std::istringstream stream(bytes);
        Input input(stream, "test");
        std::uint64_t taken = 0;
        for (; input.offset() == taken && input.peek() >= 0; ++taken) input.advance();
        CHECK(taken == long_text().size());
        CHECK(input.offset() == taken);
        CHECK(input.peek() == -1);
    }
}

TEST_CASE("input: the window has the next bytes and is never empty before the end", "[unit]") {
    std::string const text = long_text();
    std::istringstream stream(gzip(text));
    Input input(stream, "test");
    std::string seen;
    for (auto window = input.window(); !window.empty(); window = input.window()) {
        std::size_t const some = window.size() / 2 + 1;
        seen += window.substr(0, some);
        input.advance(some);
    }
    CHECK(seen == text);
}

TEST_CASE("input: gzip data truncated, damaged or before other data: the error names the byte", "[unit]") {
    std::string const text = "a small text, a small text, a small text", packed = gzip(text);
    for (std::size_t length = 1; length < packed.size(); ++length) {
        INFO(length);
        CHECK(what(packed.substr(0, length)) == "test: byte " + std::to_string(length) +
                                                    ": the gzip data end too early: the file is cut short");
    }
    CHECK(what(packed + "x") ==
          "test: byte " + std::to_string(packed.size()) + ": something follows the gzip data");
    std::string damaged = packed;
    damaged[packed.size() - 6] = static_cast<char>(~damaged[packed.size() - 6]);  // in the checksum
    CHECK(what(damaged).find("damaged gzip data") != std::string::npos);
    damaged = packed;
    damaged[2] = 'x';  // the compression method
    CHECK(what(damaged).find("damaged gzip data") != std::string::npos);
}

TEST_CASE("input: gzip data padded with zeros can be read, as by gzip(1)", "[unit]") {
    std::string const packed = gzip(long_text());
    for (std::size_t const zeros : {std::size_t{1}, std::size_t{512}, std::size_t{600000}})
        CHECK(all(packed + std::string(zeros, '\0')) == long_text());
    CHECK(all(packed + packed + std::string(100, '\0')) == long_text() + long_text());
    for (std::string const& behind : {std::string("x"), packed})
        CHECK(what(packed + std::string(100, '\0') + behind) ==
              "test: byte " + std::to_string(packed.size() + 100) + ": something follows the gzip data");
}

TEST_CASE("input: a read error has the system's reason", "[unit]") {
    std::string const file = "/proc/self/mem";  // reading at address 0 fails
    if (!std::ifstream(file)) return;
    CHECK_THROWS_WITH(Input(file), file + ": cannot be read: Input/output error");
}

TEST_CASE("input: an error on opening is one line", "[unit]") {
    CHECK_THROWS_WITH(Input("no/such.heapsnapshot"), "no/such.heapsnapshot: No such file or directory");
    CHECK_THROWS_WITH(Input("test"), "test: Is a directory");
}

TEST_CASE("input: progress counts the bytes of the file up to the last", "[unit]") {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> calls;
    Input input("example/data/shop-1.heapsnapshot.gz",
                [&](auto done, auto total) { calls.emplace_back(done, total); });
    all(input);
    REQUIRE(calls.size() > 2);
    CHECK(calls.front().first < calls.back().first);
    CHECK(calls.back() == std::pair<std::uint64_t, std::uint64_t>{1573153, 1573153});
}
