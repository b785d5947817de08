// Lists of integers with the byte of each row, in blocks of any size.
#include "catch.hpp"
#include "support/message_of.hpp"

#include <trav/dump/v8/detail/rows.hpp>

#include <cstddef>
#include <cstdint>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using test::message_of;
using trav::dump::Error;
using trav::dump::detail::V8Rows;

namespace {

using Rows = std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>>;  // the byte, and the numbers

struct Section {
    explicit Section(std::string const& text, std::size_t block = 1 << 10)
        : stream(text), input(stream, "a.heapsnapshot", block) {}

    Rows counted(std::size_t width, std::uint32_t count) {
        Rows found;
        rows.counted("node", width, count,
                     [&](auto const& numbers, std::uint64_t at) { found.emplace_back(at, numbers); });
        return found;
    }
    Rows each(std::size_t width) {
        Rows found;
        rows.each("location", width, [&](auto const& numbers, std::uint64_t at, auto const& fail) {
            if (numbers[0] == 6666) fail(" is evil");
            found.emplace_back(at, numbers);
        });
        return found;
    }

    std::istringstream stream;
    trav::dump::Input input;
    trav::dump::JsonScanner json{input};
    V8Rows rows{json};
};

std::string error_of_counted(std::string const& text, std::size_t width, std::uint32_t count) {
    std::string const error = message_of<Error>([&] { Section(text).counted(width, count); });
    for (std::size_t const block : {1u, 2u, 5u, 12u})
        CHECK(message_of<Error>([&] { Section(text, block).counted(width, count); }) == error);
    return error;
}

}  // namespace

TEST_CASE("v8 rows: random lists", "[unit]") {
    for (std::uint32_t seed = 0; seed != 40; ++seed) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        std::size_t const width = 1 + random() % 7, count = random() % 30;
        bool const plain = seed % 2 == 0;  // as V8 writes them
        auto const space = [&] { return std::string(plain || random() % 3 != 0 ? 0 : random() % 3, ' '); };
        Rows expected;
        std::string text = space() + "[";
        for (std::size_t i = 0; i != count; ++i) {
            text += (i == 0 ? "" : ",") + std::string(plain && i != 0 ? "\n" : "") + space();
            expected.emplace_back(text.size(), std::vector<std::uint64_t>{});
            for (std::size_t n = 0; n != width; ++n) {
                std::uint64_t const number = random() % 20 == 0 ? random() : random() % 1000;
                expected.back().second.push_back(number);
                text += (n == 0 ? "" : "," + space()) + std::to_string(number) + space();
            }
        }
        text += space() + "] ";
        for (std::size_t const block : {1u, 3u, 16u, 100u, 5000u}) {
            Section counted(text, block), each(text, block);
            auto const found = counted.counted(width, static_cast<std::uint32_t>(count));
            CHECK(found == expected);
            auto const also = each.each(width);
            CHECK(also == expected);
            CHECK(counted.json.offset() == text.size());  // nothing is left but white space
            CHECK(each.json.offset() == text.size());
        }
    }
}

TEST_CASE("v8 rows: more or fewer rows than their count", "[unit]") {
    std::string const file = "a.heapsnapshot: byte ", said = ", but snapshot.node_count is ";
    CHECK(error_of_counted("[]", 2, 0).empty());
    CHECK(error_of_counted("[]", 2, 1) == file + "2: 0 nodes" + said + "1");
    CHECK(error_of_counted("[1,2]", 2, 2) == file + "5: 1 nodes" + said + "2");
    CHECK(error_of_counted("[1,2,3,4]", 2, 3) == file + "9: 2 nodes" + said + "3");
    CHECK(error_of_counted("[1,2]", 2, 0) == file + "1: another node" + said + "0");
    CHECK(error_of_counted("[1,2,3,4]", 2, 1) == file + "5: another node" + said + "1");
    CHECK(error_of_counted("[1,2,3,4, 5,6,7,8]", 2, 2) == file + "10: another node" + said + "2");
    CHECK(error_of_counted("[1,2,3,4,5,6,7,8]", 2, 3) == file + "13: another node" + said + "3");
}

TEST_CASE("v8 rows: a list with an incomplete row", "[unit]") {
    std::string const file = "a.heapsnapshot: byte ";
    CHECK(error_of_counted("[1]", 2, 1) == file + "1: section 'nodes' ends inside node 0");
    CHECK(error_of_counted("[1,2,3,4,5]", 3, 2) == file + "7: section 'nodes' ends inside node 1");
    CHECK(error_of_counted("[1,2,3,4,5,6,7]", 3, 4) == file + "13: section 'nodes' ends inside node 2");
    auto const each = [](std::string const& text, std::size_t width) {
        return message_of<Error>([&] { Section(text).each(width); });
    };
    CHECK(each("[1]", 2) == file + "1: location 0 is cut short");
    CHECK(each("[1,2, 3]", 2) == file + "6: location 1 is cut short");
    CHECK(each("[1,2,3,4,5,6,7,8]", 3) == file + "13: location 2 is cut short");
    CHECK(each("[1,2,6666,4]", 2) == file + "5: location 1 is evil");
    CHECK(each("[6666]", 1) == file + "1: location 0 is evil");
    CHECK(each("[]", 3).empty());
}

TEST_CASE("v8 rows: numbers of 32 bits", "[unit]") {
    Section section("");
    auto const small = [&](std::uint64_t number) {
        return message_of<Error>([&] {
            std::uint32_t const found = section.rows.small(number, 77, "a line");
            CHECK(found == number);
        });
    };
    CHECK(small(0).empty());
    CHECK(small(0xffffffff).empty());
    CHECK(small(0x100000000) == "a.heapsnapshot: byte 77: a line beyond 2^32 - 1: 4294967296");
    CHECK(small(~std::uint64_t{0}) ==
          "a.heapsnapshot: byte 77: a line beyond 2^32 - 1: 18446744073709551615");
}
