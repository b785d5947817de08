// trav/report/plot/detail/characters.hpp: labels for drawings: split into characters, escaped, and shortened.
#pragma once

#include "../../../text/one_line.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace trav::plot {

/// The characters of a text in UTF-8. Invalid bytes, control characters and invisible ones, and those that
/// drawings cannot contain, become U+FFFD.
inline std::u32string characters(std::string_view text) {
    std::u32string result;
    for (std::size_t bytes = 0; !text.empty(); text.remove_prefix(bytes)) {
        bytes = trav::detail::utf8_bytes(text);
        char32_t const c = bytes == 0 ? 0xFFFD : trav::detail::utf8_character(text.substr(0, bytes));
        if (bytes == 0) bytes = 1;
        bool const control = c < ' ' || (c >= 0x7F && c < 0xA0);
        bool const not_shown = control || trav::detail::is_invisible(c) || c == 0xFFFE || c == 0xFFFF;
        result += not_shown ? 0xFFFD : c;
    }
    return result;
}

/// A text escaped for XML.
inline std::string xml(std::u32string const& text) {
    std::string result;
    for (char32_t const c : text) {
        if (c == '&') result += "&amp;";
        else if (c == '<') result += "&lt;";
        else if (c == '>') result += "&gt;";
        else if (c == '"') result += "&quot;";
        else trav::detail::append_utf8(result, c);
    }
    return result;
}
inline std::string xml(std::string_view text) { return xml(characters(text)); }

/// Removes the middle of a text that has more than `longest` characters.
inline std::u32string shortened(std::u32string text, std::size_t longest,
                                std::u32string_view gap = U"\u2026") {
    if (text.size() <= longest || longest <= gap.size()) return text;
    std::size_t const kept = longest - gap.size();
    return text.substr(0, kept - kept / 2) + std::u32string(gap) + text.substr(text.size() - kept / 2);
}

/// The approximate width of a text in Helvetica at 10 points, in points: hp2ps's estimate.
inline double text_width(std::u32string_view text) {
    double units = 0;
    for (char32_t const c : text) {
        auto const among = [c](std::u32string_view set) { return set.find(c) != set.npos; };
        if (among(U"!\"',.:;^`|Iil")) units += 1;
        else if (among(U"*?[]{}~jrt")) units += 2;
        else if (c >= '0' && c <= '9') units += 4;
        else if ((c >= 'A' && c <= 'Z') || c == 'm' || c > 0x7F) units += 5;
        else units += 3;
    }
    return units * 1.7007876;
}

}  // namespace trav::plot
