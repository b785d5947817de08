// trav/text/in_quotes.hpp: text in quotes, which is safe to print and can be read back.
//
//     trav::in_quotes("Ann \"A\"\n")         // "Ann \"A\"\n", in quotes and on one line
//     trav::read_quotes(line, at, text)      // reads it at line[at], and returns the position after it
//
// Escapes are those of one_line.hpp, and a backslash before quotes and backslashes. Any other character after
// a backslash stands for itself. O(length).
#pragma once

#include "../detail/utf8.hpp"
#include "one_line.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace trav {

/// The text in double quotes.
inline std::string in_quotes(std::string_view text) {
    std::string escaped;
    for (char const c : text) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    return '"' + one_line(escaped) + '"';
}

namespace detail {

/// Reads the escape after a backslash at the beginning of `rest`, and returns its length: n, t, xff, u202e or
/// u{e0001}; or any other character.
inline std::size_t read_escape(std::string_view rest, std::string& to) {
    bool const byte = rest[0] == 'x', braces = rest.starts_with("u{");
    std::size_t const begin = braces ? 2 : 1;
    std::size_t const digits = byte ? 2 : braces ? rest.substr(begin).find('}') : 4;
    std::string_view const number = rest.substr(begin, digits);
    std::uint32_t value = 0;
    auto const [end, bad] = std::from_chars(number.data(), number.data() + number.size(), value, 16);
    bool const whole = bad == std::errc{} && end == number.data() + number.size() &&
                       (braces ? digits < rest.size() : number.size() == digits);
    bool const surrogate = value >= 0xD800 && value < 0xE000;
    if (byte && whole) return to += static_cast<char>(value), begin + digits;
    if (rest[0] == 'u' && whole && value < 0x110000 && !surrogate)
        return append_utf8(to, value), begin + digits + (braces ? 1 : 0);
    to += rest[0] == 'n' ? '\n' : rest[0] == 't' ? '\t' : rest[0];
    return 1;
}

}  // namespace detail

/// Appends the text in quotes that begins at `line[at]` to `to`; both kinds of quotes are allowed. Returns
/// the position after the closing quote, or npos if there is none.
inline std::size_t read_quotes(std::string_view line, std::size_t at, std::string& to) {
    char const quote = line[at];
    for (++at; at < line.size() && line[at] != quote;) {
        if (line[at] == '\\' && at + 1 != line.size()) at += 1 + detail::read_escape(line.substr(at + 1), to);
        else to += line[at++];
    }
    return at < line.size() ? at + 1 : std::string_view::npos;
}

}  // namespace trav
