// trav/text/one_line.hpp: makes untrusted text safe to print on a terminal: one line of valid UTF-8
// without control characters and invisible characters. Makes a copy.
#pragma once

#include "../detail/utf8.hpp"
#include "append.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace trav {

namespace detail {

/// Whether a character is invisible or changes the direction of text: Unicode's "default ignorable code
/// points", the separators of lines and paragraphs, and the marks of annotations.
inline bool is_invisible(char32_t c) {
    if (c < 0xAD) return false;
    constexpr char32_t ranges[][2] = {
        {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},   {0x115F, 0x1160}, {0x17B4, 0x17B5},
        {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E}, {0x2060, 0x206F}, {0x3164, 0x3164},
        {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3},
        {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
    };
    for (auto const& [first, last] : ranges)
        if (c <= last) return c >= first;
    return false;
}

/// Appends the last digits of a number in base 16.
TRAV_NOINLINE inline void append_hexadecimal(std::string& text, char32_t value, unsigned digits) {
    while (digits-- != 0) text += "0123456789abcdef"[value >> 4 * digits & 15];
}

}  // namespace detail

/// The text with control characters escaped as `\n`, `\t` or `\x1b`, invisible ones as `\u202e` or
/// `\u{e0001}`, and bytes of invalid UTF-8 as `\xff`.
inline std::string one_line(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (std::size_t bytes = 0; !text.empty(); text.remove_prefix(bytes)) {
        bytes = detail::utf8_bytes(text);
        bool const valid = bytes != 0;
        if (!valid) bytes = 1;
        std::string_view const character = text.substr(0, bytes);
        char32_t const c = valid ? detail::utf8_character(character) : 0;
        bool const control = c < 0x20 || (c >= 0x7F && c < 0xA0);
        if (c == '\n') detail::append(line, "\\n");
        else if (c == '\t') detail::append(line, "\\t");
        else if (control)
            for (char const byte : character)
                detail::append(line, "\\x"),
                    detail::append_hexadecimal(line, static_cast<unsigned char>(byte), 2);
        else if (!detail::is_invisible(c)) detail::append(line, character);
        else if (c < 0x10000) detail::append(line, "\\u"), detail::append_hexadecimal(line, c, 4);
        else detail::append(line, "\\u{"), detail::append_hexadecimal(line, c, 5), detail::append(line, "}");
    }
    return line;
}

}  // namespace trav
