// Numbers are read the same way with and without std::from_chars for floating-point types.
#include <trav/text/from_chars.hpp>

#include "catch.hpp"

#include <locale>
#include <random>
#include <string>

namespace {

struct Read {
    double value;
    std::ptrdiff_t length;
    bool ok;
    bool operator==(Read const&) const = default;
};

template <class F>
Read read(std::string const& text, F from_chars) {
    double value = -1;
    auto const [end, error] = from_chars(text.data(), text.data() + text.size(), value);
    return {value, end - text.data(), error == std::errc{}};
}

Read by_stream(std::string const& text, std::chars_format format = std::chars_format::general) {
    return read(text, [&](char const* first, char const* last, double& value) {
        return trav::detail::from_chars_by_stream(first, last, value, format);
    });
}

}  // namespace

TEST_CASE("the longest prefix that is a number is read", "[from_chars]") {
    CHECK(by_stream("12.5k") == Read{12.5, 4, true});
    CHECK(by_stream("-.5") == Read{-0.5, 3, true});
    CHECK(by_stream("7.") == Read{7, 2, true});
    CHECK(by_stream("1e3") == Read{1000, 3, true});
    CHECK(by_stream("1e+x") == Read{1, 1, true});
    CHECK(by_stream("1e3", std::chars_format::fixed) == Read{1, 1, true});
    for (std::string const text : {"", "-", ".", "-.", "+1", " 1", "e5", "x"})
        CHECK(by_stream(text) == Read{-1, 0, false});
    CHECK(by_stream("1e999") == Read{-1, 5, false});
}

namespace {

struct DecimalComma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
};

}  // namespace

TEST_CASE("the program's locale does not matter", "[from_chars]") {
    std::locale const before = std::locale::global(std::locale(std::locale::classic(), new DecimalComma));
    Read const found = by_stream("12.5");
    std::locale::global(before);
    CHECK(found == Read{12.5, 4, true});
}

TEST_CASE("what follows the end is not read", "[from_chars]") {
    std::string const text = "-1.25e+34";
    double const numbers[] = {-1, -1, -1, -1, -1.2, -1.25, -1.25, -1.25, -1.25e3};
    for (std::size_t length = 0; length != 9; ++length) {
        double value = -1;
        auto const [end, error] =
            trav::detail::from_chars_by_stream(text.data(), text.data() + length, value);
        CHECK(value == numbers[length]);
        CHECK(end - text.data() == (length == 1                  ? 0
                                    : length == 6 || length == 7 ? 5
                                                                 : static_cast<int>(length)));
    }
}

TEST_CASE("integers are read by the library", "[from_chars]") {
    std::string const text = "42x";
    unsigned value = 0;
    auto const [end, error] = trav::from_chars(text.data(), text.data() + text.size(), value);
    CHECK((value == 42 && end == text.data() + 2 && error == std::errc{}));
}

#ifdef __cpp_lib_to_chars
TEST_CASE("both ways of reading numbers agree", "[from_chars][property]") {
    std::mt19937 random{7};
    std::string const letters = "0123456789..--+eE1k ";
    for (int i = 0; i != 20000; ++i) {
        std::string text;
        for (auto length = random() % 12; length != 0; --length) text += letters[random() % letters.size()];
        for (auto const format : {std::chars_format::general, std::chars_format::fixed}) {
            INFO(text);
            Read const expected = read(text, [&](char const* first, char const* last, double& value) {
                return std::from_chars(first, last, value, format);
            });
            Read const found = by_stream(text, format);
            if (found.value == 0 && found.ok && !expected.ok) CHECK(found.length == expected.length);
            else CHECK(found == expected);
        }
    }
}
#endif
