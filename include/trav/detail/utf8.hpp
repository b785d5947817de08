// trav/detail/utf8.hpp: code points as UTF-8: appended, validated, decoded.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace trav::detail {

/// Appends a code point, which must be below 0x110000 and must not be a UTF-16 surrogate.
inline void append_utf8(std::string& text, char32_t c) {
    auto const byte = [&](char32_t value) { text += static_cast<char>(value); };
    auto const tail = [&](unsigned shift) { byte(0x80 | (c >> shift & 0x3F)); };
    if (c < 0x80) byte(c);
    else if (c < 0x800) byte(0xC0 | c >> 6), tail(0);
    else if (c < 0x10000) byte(0xE0 | c >> 12), tail(6), tail(0);
    else byte(0xF0 | c >> 18), tail(12), tail(6), tail(0);
}

/// The number of bytes of the first character of `text`; 0 if it is not valid UTF-8.
inline std::size_t utf8_bytes(std::string_view text) {
    auto const byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    };
    int const first = byte(0), second = byte(1);
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    bool const too_long = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
    bool const no_character = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
    if (too_long || no_character) return 0;
    std::size_t const bytes = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (std::size_t i = 1; i != bytes; ++i)
        if ((byte(i) & 0xC0) != 0x80) return 0;
    return bytes;
}

/// The code point of one character that utf8_bytes() found to be valid.
inline char32_t utf8_character(std::string_view character) {
    std::size_t const bytes = character.size();
    char32_t c = static_cast<unsigned char>(character[0]) & (bytes == 1 ? 0x7F : 0x7F >> bytes);
    for (std::size_t i = 1; i != bytes; ++i) c = c << 6 | (static_cast<unsigned char>(character[i]) & 0x3F);
    return c;
}

}  // namespace trav::detail
