// trav/text/wildcards.hpp: patterns in which * is any text and ? is one character.
//
//     trav::matches("Us?r*", "UserLogin")              // true
//     trav::matches_last_part("*Login", "shop.UserLogin")
#pragma once

#include "../detail/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace trav {

/// Whether a text has * or ?.
inline bool has_wildcards(std::string_view text) { return text.find_first_of("*?") != text.npos; }

/// Whether the text matches the pattern. A character is one of UTF-8, or a byte that belongs to none.
inline bool matches(std::string_view pattern, std::string_view text) {
    auto const after = [&](std::size_t t) {
        return t + std::max<std::size_t>(detail::utf8_bytes(text.substr(t)), 1);
    };
    std::size_t p = 0, t = 0, star = std::string_view::npos, resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && pattern[p] == '?') {
            ++p;
            t = after(t);
        } else if (p < pattern.size() && pattern[p] == text[t]) {
            ++p, ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;  // the star takes one more
            t = resume = after(resume);
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

/// Whether a name, or its last part, matches: Session matches shop.Session, shop$Session and shop::Session.
inline bool matches_last_part(std::string_view pattern, std::string_view name) {
    if (matches(pattern, name)) return true;
    for (char const* const before : {"*.", "*$", "*::"})
        if (matches(before + std::string(pattern), name)) return true;
    return false;
}

}  // namespace trav
