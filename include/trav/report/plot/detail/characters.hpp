// trav/report/plot/detail/characters.hpp: labels as drawings want them: character by character, escaped, and
// not too long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trav::plot {

/// The characters of a text in UTF-8. What is none, or has no place in a picture, is U+FFFD.
inline std::u32string characters(std::string_view text) {
    constexpr char32_t unknown = 0xFFFD;
    std::u32string result;
    for (std::size_t i = 0; i != text.size();) {
        auto const byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
        char32_t c = byte(i++);
        std::size_t const more = c < 0x80                ? 0
                                 : c >= 0xC2 && c < 0xE0 ? 1
                                 : c >= 0xE0 && c < 0xF0 ? 2
                                 : c >= 0xF0 && c < 0xF5 ? 3
                                                         : 4;
        if (more > 3) {
            result += unknown;
            continue;
        }
        if (more != 0) c &= 0x3Fu >> more;
        std::size_t read = 0;
        for (; read != more && i != text.size() && (byte(i) & 0xC0) == 0x80; ++read)
            c = c << 6 | (byte(i++) & 0x3F);
        bool const too_long = (more == 2 && c < 0x800) || (more == 3 && c < 0x10000);
        bool const not_shown = c < ' ' || (c >= 0x7F && c < 0xA0) || (c >= 0xD800 && c < 0xE000) ||
                               c > 0x10FFFF || c == 0xFFFE || c == 0xFFFF;
        result += read != more || too_long || not_shown ? unknown : c;
    }
    return result;
}

/// A text in XML.
inline std::string xml(std::u32string const& text) {
    std::string result;
    auto const byte = [&](char32_t value) { result += static_cast<char>(value); };
    for (char32_t const c : text) {
        if (c == '&') result += "&amp;";
        else if (c == '<') result += "&lt;";
        else if (c == '>') result += "&gt;";
        else if (c == '"') result += "&quot;";
        else if (c < 0x80) byte(c);
        else if (c < 0x800) byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F));
        else if (c < 0x10000) byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
        else
            byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
                byte(0x80 | (c & 0x3F));
    }
    return result;
}
inline std::string xml(std::string_view text) { return xml(characters(text)); }

/// Without its middle if it has more than `longest` characters.
inline std::u32string shortened(std::u32string text, std::size_t longest,
                                std::u32string_view gap = U"\u2026") {
    if (text.size() <= longest || longest <= gap.size()) return text;
    std::size_t const kept = longest - gap.size();
    return text.substr(0, kept - kept / 2) + std::u32string(gap) + text.substr(text.size() - kept / 2);
}

/// About how wide a text in Helvetica, 10 points, is, in points: hp2ps's estimate.
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
