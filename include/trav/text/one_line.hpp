// trav/text/one_line.hpp: makes untrusted text safe to print on a terminal: one line of valid UTF-8
// without control characters. Makes a copy.
#pragma once

#include "../detail/utf8.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace trav {

/// The text with control characters escaped as `\n`, `\t` or `\x1b`, and bytes of invalid UTF-8 as `\xff`.
inline std::string one_line(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    for (std::size_t bytes = 0; !text.empty(); text.remove_prefix(bytes)) {
        bytes = detail::utf8_bytes(text);
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

}  // namespace trav
