#include "catch.hpp"
#include "support/message_of.hpp"

#include <trav/dump/detail/json_scanner.hpp>

#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using trav::dump::Error;
using trav::dump::Input;
using trav::dump::JsonScanner;

namespace {

// Runs f on a scanner of the text. Returns the message of the Error, or "".
std::string scan(std::string const& text, std::function<void(JsonScanner&)> const& f) {
    std::istringstream stream(text);
    Input input(stream, "test");
    JsonScanner json(input);
    return test::message_of<Error>([&] { f(json); });
}

std::string string_in(std::string const& text) {
    std::string result;
    std::string const error = scan(text, [&](JsonScanner& json) { json.string(result), json.end(); });
    return error.empty() ? result : error;
}

std::string number_in(std::string const& text) {
    std::uint64_t result = 0;
    std::string const error = scan(text, [&](JsonScanner& json) { result = json.number(); });
    return error.empty() ? std::to_string(result) : error;
}

std::string after_skipping(std::string const& text) {
    std::string result;
    std::string const error = scan(text, [&](JsonScanner& json) {
        json.skip();
        while (json.peek() >= 0) result.push_back(static_cast<char>(json.input().get()));
    });
    return error.empty() ? result : error;
}

std::string const replacement = "\xEF\xBF\xBD";  // U+FFFD

}  // namespace

TEST_CASE("json: integers up to 2^64 - 1, anywhere in the block", "[unit]") {
    std::string const padding(100, ' ');
    for (std::string const& after : {std::string{","}, "," + padding}) {
        CHECK(number_in(" 0" + after) == "0");
        CHECK(number_in("42" + after) == "42");
        CHECK(number_in("9999999999999999999" + after) == "9999999999999999999");
        CHECK(number_in("18446744073709551615" + after) == "18446744073709551615");
        CHECK(number_in("18446744073709551616" + after) == "test: byte 19: a number above 2^64 - 1");
        CHECK(number_in("99999999999999999999999" + after) == "test: byte 19: a number above 2^64 - 1");
        CHECK(number_in("1.5" + after) == "test: byte 1: a fraction where an unsigned integer is due");
        CHECK(number_in("1e5" + after) == "test: byte 1: a fraction where an unsigned integer is due");
        CHECK(number_in("-1" + after) == "test: byte 0: expected an unsigned integer, found '-'");
    }
    CHECK(number_in("42") == "test: byte 2: the text ends after a number: the file is cut short");
    CHECK(number_in("") ==
          "test: byte 0: the text ends where an unsigned integer is due: the file is cut short");
}

TEST_CASE("json: rows of integers are taken whole, or not at all", "[unit]") {
    using Rows = std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>>;
    std::string const room(200, ' ');
    Rows rows;  // and their positions
    // the position of the scanner afterwards
    auto const after = [&](std::string const& text, std::uint64_t most = 10) {
        std::uint64_t offset = 0;
        rows.clear();
        CHECK(scan(text, [&](JsonScanner& json) {
                  std::vector<std::uint64_t> row(3);
                  json.rows(row, most, [&](std::uint64_t at) { rows.emplace_back(at, row); });
                  offset = json.input().offset();
              }).empty());
        return offset;
    };
    CHECK(after("\n1,23,456,7" + room) == 10);
    CHECK(rows == Rows{{1, {1, 23, 456}}});
    CHECK(after("0,9999999999999999999,12345678\n,\n87654321,123456789,10203040506070809,0]" + room) == 70);
    CHECK(rows == Rows{{0, {0, 9999999999999999999ull, 12345678}},
                       {33, {87654321, 123456789, 10203040506070809ull}}});
    CHECK(after("1,2,3,4,5,6,7,8,9," + room, 2) == 12);
    CHECK(rows == Rows{{0, {1, 2, 3}}, {6, {4, 5, 6}}});
    CHECK(after("1,2,3,4,5,6]" + room) == 6);  // no comma follows the second row
    for (std::string const text : {"1,2",
                                   "1,2]",
                                   "1, 2,3,",
                                   "1,2,",
                                   "1,,3,",
                                   "1,-2,3,",
                                   "1,2,3.5,",
                                   "1,2,3e4,",
                                   "1,2,3E4,",
                                   "a",
                                   "1,2,18446744073709551615,",
                                   "1 ,2,3,",
                                   "[1,2,3,",
                                   "1,2,3]",
                                   "1,2,3 ,",
                                   "1,2:,3,",
                                   "1,2/,3,",
                                   "1,2,3\n4,",
                                   "1,2,3\n]",
                                   "1\n,2,3,",
                                   "\x80,2,3,",
                                   "1,2\xff"
                                   "9,3,"}) {
        INFO(text);
        CHECK(after(text + room) == 0);
        CHECK(rows.empty());
    }
    CHECK(after("1,2,3,") == 0);  // too near to the end of the block
}

TEST_CASE("json: rows of integers of every length, beginning anywhere", "[unit]") {
    std::uint64_t power[19] = {1};  // with 1 to 19 digits
    for (int i = 1; i != 19; ++i) power[i] = 10 * power[i - 1];
    std::string text;
    std::vector<std::vector<std::uint64_t>> expected;
    for (std::uint64_t i = 0; i != 500; ++i) {
        expected.push_back({power[i % 19] + i % 7, 9 * power[i % 5], power[i / 19 % 19]});
        for (std::size_t field = 0; field != 3; ++field)
            text += std::to_string(expected.back()[field]) + (field == 2 && i % 3 == 0 ? "\n," : ",");
        if (i % 3 == 1) text += '\n';
    }
    std::vector<std::vector<std::uint64_t>> found;
    std::string const error = scan(text + "0]" + std::string(80, ' '), [&](JsonScanner& json) {
        std::vector<std::uint64_t> row(3);
        json.rows(row, 1000, [&](std::uint64_t at) {
            found.push_back(row);
            CHECK(text.substr(at).starts_with(std::to_string(row[0]) + ','));
        });
        CHECK(json.input().offset() == text.size());
    });
    CHECK(error.empty());
    CHECK(found == expected);
}

TEST_CASE("json: strings with every escape", "[unit]") {
    CHECK(string_in(R"("")").empty());
    CHECK(string_in(R"( "plain" )") == "plain");
    CHECK(string_in(R"("\"\\\/\b\f\n\r\t")") == "\"\\/\b\f\n\r\t");
    CHECK(string_in(R"("\u0041\u00e9\u20AC\ud83d\ude00\u0000")") ==
          std::string("A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\0", 11));
    CHECK(string_in("\"\xC3\xA9\"") == "\xC3\xA9");
}

TEST_CASE("json: a lone surrogate becomes U+FFFD and swallows nothing", "[unit]") {
    CHECK(string_in(R"("\ud83d")") == replacement);
    CHECK(string_in(R"("\ude00x")") == replacement + "x");
    CHECK(string_in(R"("\ud83dx")") == replacement + "x");
    CHECK(string_in(R"("\ud83d\n")") == replacement + "\n");
    CHECK(string_in(R"("\ud83d\u0041")") == replacement + "A");
    CHECK(string_in(R"("\ud83d\ue000")") == replacement + "\xEE\x80\x80");  // above all halves
    CHECK(string_in(R"("\ud83d\udbff")") == replacement + replacement);     // the last first half
    CHECK(string_in(R"("\udc00\udc00")") == replacement + replacement);     // the first second half, twice
    CHECK(string_in(R"("\ud800\udc00\udbff\udfff")") == "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
    CHECK(string_in(R"("\ud83d\ud83d\ude00")") == replacement + "\xF0\x9F\x98\x80");
    CHECK(string_in(R"("\ud83d\ud83d")") == replacement + replacement);
}

TEST_CASE("json: malformed strings", "[unit]") {
    CHECK(string_in("x") == "test: byte 0: expected a string, found 'x'");
    CHECK(string_in("\"abc") == "test: byte 4: the text ends inside a string: the file is cut short");
    CHECK(string_in("\"a\nb\"") == "test: byte 2: a control character inside a string (byte 10)");
    CHECK(string_in(R"("\x")") == R"(test: byte 2: an unknown escape in a string: \ and 'x')");
    CHECK(string_in(R"("\u00g0")") == "test: byte 5: expected a hexadecimal digit, found 'g'");
}

TEST_CASE("json: skipping a value skips nothing else", "[unit]") {
    CHECK(after_skipping("12,x") == ",x");
    CHECK(after_skipping("-1.5e-7]") == "]");
    CHECK(after_skipping("true}") == "}");
    CHECK(after_skipping(R"("a\"]\\",x)") == ",x");
    CHECK(after_skipping(R"([1,{"a":"]}"},[[]]],x)") == ",x");
    CHECK(after_skipping(std::string("[1,\0],x", 7)) == ",x");
    CHECK(after_skipping("[1}") == "test: byte 2: expected ']', found '}'");
    CHECK(after_skipping(",") == "test: byte 0: expected a value, found ','");
    CHECK(after_skipping("[[1,2]") == "test: byte 6: the text ends where ']' is due: the file is cut short");
}

TEST_CASE("json: a million levels are skipped without recursion", "[unit]") {
    std::size_t const deep = 1000000;
    CHECK(after_skipping(std::string(deep, '[') + std::string(deep, ']') + "x") == "x");
}

TEST_CASE("json: lists are opened, continued and closed", "[unit]") {
    auto const sum = [](std::string const& text) {
        std::uint64_t result = 0;
        std::string const error = scan(text, [&](JsonScanner& json) {
            for (bool more = json.open('[', ']'); more; more = json.more(']')) result += json.number();
            json.end();
        });
        return error.empty() ? std::to_string(result) : error;
    };
    CHECK(sum("[]") == "0");
    CHECK(sum(" [ 1 , 2\n,3\t] ") == "6");
    CHECK(sum("[1 2]") == "test: byte 3: expected ',' or ']', found '2'");
    CHECK(sum("[1,]") == "test: byte 3: expected an unsigned integer, found ']'");
    CHECK(sum("[1]]") == "test: byte 3: something follows the end of the JSON text");
    CHECK(sum("{}") == "test: byte 0: expected '[', found '{'");
}
