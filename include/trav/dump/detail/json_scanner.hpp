// JsonScanner: a pull parser for JSON, made for files of hundreds of megabytes that are mostly integers.
//
// There is no tree, and there are no events: the reader says which token must come next, and any other token
// is an Error with its byte position. Strings are returned as UTF-8. A lone surrogate, which V8 writes and
// JSON libraries reject, becomes U+FFFD. Keeps no text of its own and does not recurse.
#pragma once

#include "../../detail/utf8.hpp"
#include "../input.hpp"
#include "plain_row.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace trav::dump {

/// A scanner over an Input, or over a class with the same members. The caller keeps the input alive.
template <class In>
class BasicJsonScanner {
  public:
    explicit BasicJsonScanner(In& input) : input_(input) {}

    /// Takes the character c, or fails.
    void expect(char c) {
        if (!accept(c)) fail_expecting(std::string("'") + c + "'");
    }

    /// Takes the character c if it comes next.
    bool accept(char c) {
        if (skip_space() != c) return false;
        input_.advance();
        return true;
    }

    /// Opens an array or object. Returns true if it has a first element; then call `more(close)` after each
    /// element.
    bool open(char bracket, char close) {
        expect(bracket);
        return !accept(close);
    }

    /// Call this after each element. Returns true at a comma, false at the closing bracket.
    bool more(char close) {
        if (accept(',')) return true;
        if (!accept(close)) fail_expecting(std::string("',' or '") + close + "'");
        return false;
    }

    /// Takes an integer from 0 to 2^64 - 1. The text must not end after it.
    std::uint64_t number() {
        int c = skip_space();
        if (!digit(c)) fail_expecting("an unsigned integer");
        // Almost every number is short and not at the end of the block; such numbers need no checks.
        if (std::string_view const window = input_.window(); window.size() > safe_digits) {
            std::uint64_t value = 0;
            std::size_t n = 0;
            while (n < safe_digits && digit(window[n]))
                value = value * 10 + static_cast<std::uint64_t>(window[n++] - '0');
            if (!digit(window[n]) && !fraction(window[n])) {
                input_.advance(n);
                return value;
            }
        }
        std::uint64_t value = 0;
        for (; digit(c); c = input_.peek()) {
            auto const ones = static_cast<std::uint64_t>(c - '0');
            if (value > (UINT64_MAX - ones) / 10) input_.fail("a number above 2^64 - 1");
            value = value * 10 + ones;
            input_.advance();
        }
        if (c < 0) input_.fail("the text ends after a number: the file is cut short");
        if (fraction(c)) input_.fail("a fraction where an unsigned integer is due");
        return value;
    }

    /// Takes at most `most` rows of integers, each followed by a comma, just like number() and more() but
    /// faster. Stops at an integer that is long or a row that crosses the end of a block, which is rare.
    /// Calls f(byte) with the position of each row while the row is in `numbers`.
    void rows(std::span<std::uint64_t> numbers, std::uint64_t most, auto f) {
        skip_space();
        std::string_view const window = input_.window();
        std::uint64_t const offset = input_.offset();
        detail::PlainRows rows(window);
        std::size_t taken = 0;
        for (; most != 0 && rows.take(numbers); --most) {
            f(offset + taken);
            taken = static_cast<std::size_t>(rows.next() - window.data());
        }
        input_.advance(taken);
    }

    /// Takes a string and appends it to `out` as UTF-8.
    void string(std::string& out) {
        if (skip_space() != '"') fail_expecting("a string");
        input_.advance();
        for (;;) {
            std::string_view const window = input_.window();
            std::size_t plain = 0;
            while (plain < window.size() && ordinary(window[plain])) ++plain;
            out.append(window.data(), plain);
            input_.advance(plain);
            if (plain == window.size() && plain > 0) continue;
            int const c = input_.peek();
            if (c < 0x20) in_string(c);
            input_.advance();
            if (c == '"') return;
            escape(out);
        }
    }

    /// Takes a number, true, false or null, and appends it to `out`. Does not check it further.
    void scalar(std::string& out) {
        skip_space();
        take_scalar([&](int c) { out.push_back(static_cast<char>(c)); });
    }

    /// Takes the name of a member and the colon.
    std::string name() {
        std::string result;
        string(result);
        expect(':');
        return result;
    }

    /// Skips any value. Checks its brackets and strings, but not the grammar between them.
    void skip() {
        int c = skip_space();
        if (c == '"') return skip_string();
        if (c != '{' && c != '[') return take_scalar([](int) {});
        std::string closers;
        do {
            c = input_.peek();
            if (c < 0) fail_expecting(std::string("'") + closers.back() + "'");
            if (c == '"') {
                skip_string();
                continue;
            }
            if (c == '{' || c == '[') closers.push_back(c == '{' ? '}' : ']');
            if (c == '}' || c == ']') {
                if (closers.back() != c) fail_expecting(std::string("'") + closers.back() + "'");
                closers.pop_back();
            }
            input_.advance();
        } while (!closers.empty());
    }

    /// Fails unless nothing but white space is left.
    void end() {
        if (skip_space() >= 0) input_.fail("something follows the end of the JSON text");
    }

    /// The first character of the next token, or -1 at the end.
    int peek() { return skip_space(); }

    /// Position of the next token.
    std::uint64_t offset() {
        skip_space();
        return input_.offset();
    }

    In& input() { return input_; }

  private:
    static constexpr std::size_t safe_digits = detail::safe_digits;

    static bool digit(int c) { return c >= '0' && c <= '9'; }
    static bool fraction(int c) { return c == '.' || c == 'e' || c == 'E'; }
    static bool ordinary(char c) { return c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20; }

    int skip_space() {
        for (;;) {
            int const c = input_.peek();
            if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return c;
            input_.advance();
        }
    }

    [[noreturn]] void fail_expecting(std::string const& what) {
        int const c = input_.peek();
        if (c < 0) input_.fail("the text ends where " + what + " is due: the file is cut short");
        input_.fail("expected " + what + ", found " + shown(c));
    }

    static std::string shown(int c) {
        if (c > 0x20 && c < 0x7f) return std::string("'") + static_cast<char>(c) + "'";
        return "byte " + std::to_string(c);
    }

    [[noreturn]] void in_string(int c) {
        if (c < 0) input_.fail("the text ends inside a string: the file is cut short");
        input_.fail("a control character inside a string (" + shown(c) + ")");
    }

    std::uint32_t hex4() {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) {
            int const c = input_.peek();
            if (c < 0x20) in_string(c);
            int const lower = c | 32;
            int const nibble = digit(c) ? c - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
            if (nibble < 0) input_.fail("expected a hexadecimal digit, found " + shown(c));
            value = value * 16 + static_cast<std::uint32_t>(nibble);
            input_.advance();
        }
        return value;
    }

    void escape(std::string& out) {
        int const c = input_.peek();
        if (c < 0x20) in_string(c);
        constexpr std::string_view names = "\"\\/bfnrt", values = "\"\\/\b\f\n\r\t";
        if (auto const at = names.find(static_cast<char>(c)); at != names.npos) {
            input_.advance();
            out.push_back(values[at]);
        } else if (c == 'u') {
            input_.advance();
            code_unit(hex4(), out);
        } else {
            input_.fail("an unknown escape in a string: \\ and " + shown(c));
        }
    }

    // A high surrogate is held until its low half arrives; either half alone becomes U+FFFD.
    void code_unit(std::uint32_t unit, std::string& out) {
        using trav::detail::append_utf8;
        while (unit >= 0xD800 && unit < 0xDC00) {
            if (input_.peek() != '\\') return append_utf8(out, 0xFFFD);
            input_.advance();
            if (input_.peek() != 'u') {
                append_utf8(out, 0xFFFD);
                return escape(out);
            }
            input_.advance();
            std::uint32_t const low = hex4();
            if (low >= 0xDC00 && low < 0xE000)
                return append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
            append_utf8(out, 0xFFFD);
            unit = low;
        }
        append_utf8(out, unit >= 0xDC00 && unit < 0xE000 ? 0xFFFD : unit);
    }

    void take_scalar(auto const& f) {
        auto const part = [](int c) {
            return digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '-' || c == '+' || c == '.';
        };
        if (!part(input_.peek())) fail_expecting("a value");
        for (; part(input_.peek()); input_.advance()) f(input_.peek());
    }

    void skip_string() {
        input_.advance();
        for (bool escaped = false;;) {
            int const c = input_.peek();
            if (c < 0x20) in_string(c);
            input_.advance();
            if (c == '"' && !escaped) return;
            escaped = c == '\\' && !escaped;
        }
    }

    In& input_;
};

/// A scanner over a whole file.
using JsonScanner = BasicJsonScanner<Input>;

}  // namespace trav::dump
