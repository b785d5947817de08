// trav/detail/one_line.hpp: texts of unknown origin as a terminal may be given them: one line, no control
// characters, nothing but UTF-8. Costs a copy.
#pragma once

#include "utf8.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace trav::detail {

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
