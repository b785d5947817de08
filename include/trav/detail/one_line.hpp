// trav/detail/one_line.hpp: texts of unknown origin as a terminal may be given them: one line, no control
// characters, nothing but UTF-8. Costs a copy.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace trav::detail {

/// The bytes of the character that `text` begins with; 0 if that is not UTF-8.
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

/// The text, with `\n`, `\t`, `\x1b` for its control characters and `\xff` for bytes that are not UTF-8.
inline std::string one_line(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (std::size_t bytes = 0; !text.empty(); text.remove_prefix(bytes)) {
        bytes = utf8_bytes(text);
        bool const known = bytes != 0;
        if (!known) bytes = 1;
        auto const first = static_cast<unsigned char>(text[0]);
        bool const control = bytes == 1 ? first < 0x20 || first == 0x7F
                                        : first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0;
        if (known && !control) line += text.substr(0, bytes);
        else if (text[0] == '\n') line += "\\n";
        else if (text[0] == '\t') line += "\\t";
        else
            for (char const c : text.substr(0, bytes)) {
                constexpr char const* digits = "0123456789abcdef";
                auto const value = static_cast<unsigned char>(c);
                line.append("\\x").append(1, digits[value >> 4]).append(1, digits[value & 15]);
            }
    }
    return line;
}

}  // namespace trav::detail
