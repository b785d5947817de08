#include "catch.hpp"

#include <trav/dump/detail/plain_row.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

using trav::dump::detail::PlainRows;

namespace {

using Row = std::array<std::uint64_t, 2>;

/// Rows, and where they end in the text: behind the comma and the line break after it.
struct Rows {
    std::string text;
    std::vector<Row> rows;
    std::vector<std::size_t> commas;

    Rows(std::uint32_t seed, std::size_t most_digits) {
        std::mt19937_64 random(seed);
        while (text.size() < 600) {
            Row row;
            for (std::uint64_t& number : row) {
                number = random();
                for (std::size_t left = 20 - 1 - random() % most_digits; left != 0; --left) number /= 10;
            }
            text += std::to_string(row[0]) + ',' + std::to_string(row[1]);
            if (random() % 4 == 0) text += '\n';
            commas.push_back(text.size());
            text += ',';
            if (random() % 4 == 0) text += '\n';
            rows.push_back(row);
        }
    }
    std::size_t after(std::size_t row) const { return commas[row] + (text[commas[row] + 1] == '\n' ? 2 : 1); }
};

}  // namespace

TEST_CASE("plain rows: eight bytes as a number, and which of them are no digits", "[unit]") {
    std::string const text = "12345678";
    for (std::size_t digits = 1; digits != 9; ++digits)
        CHECK(trav::dump::detail::short_number(text.data(), digits) == std::stoull(text.substr(0, digits)));
    for (int c = 0; c != 256; ++c)
        for (std::size_t at = 0; at != 8; ++at) {
            std::string bytes = "09090909";
            bytes[at] = static_cast<char>(c);
            bool const is_digit = c >= '0' && c <= '9';
            if (trav::dump::detail::no_digits(bytes.data()) != (is_digit ? 0 : std::uint64_t{1} << at))
                FAIL(c << " at " << at);
        }
}

// Whole blocks of 64 bytes are read, if 8 more follow.
TEST_CASE("plain rows: rows are taken up to the last whole block of a text", "[unit]") {
    for (std::uint32_t seed = 0; seed != 6; ++seed) {
        Rows const all(seed, seed % 2 == 0 ? 18 : 3);
        for (std::size_t size = 0; size != 400; ++size) {
            CAPTURE(seed, size);
            std::size_t const seen = size < 64 ? 0 : (size - 8) / 64 * 64;
            PlainRows rows(std::string_view(all.text).substr(0, size));
            std::size_t taken = 0, next = 0;
            for (Row row{}; rows.take(row); ++taken) {
                REQUIRE(taken != all.rows.size());
                if (row != all.rows[taken]) FAIL("row " << taken);
                next = all.after(taken) <= seen ? all.after(taken) : all.commas[taken] + 1;
                if (rows.next() != all.text.data() + next) FAIL("the end of row " << taken);
            }
            CHECK(all.commas[taken] >= seen);  // the next row is not whole
            if (taken != 0) CHECK(all.commas[taken - 1] < seen);
            CHECK(rows.next() == all.text.data() + next);
        }
    }
}

TEST_CASE("plain rows: numbers have one to nineteen digits", "[unit]") {
    std::string const more(100, ' ');
    for (std::size_t digits = 0; digits != 23; ++digits) {
        CAPTURE(digits);
        std::string const number(digits, '9'), first = number + ",7," + more,
                                               last = "7," + number + ',' + more;
        Row row{};
        CHECK(PlainRows(first).take(row) == (digits >= 1 && digits <= 19));
        if (digits >= 1 && digits <= 19) CHECK(row == Row{std::stoull(number), 7});
        CHECK(PlainRows(last).take(row) == (digits >= 1 && digits <= 19));
        if (digits >= 1 && digits <= 19) CHECK(row == Row{7, std::stoull(number)});
    }
}
