// Long lines of a file, written in several.
#pragma once

#include <cstddef>
#include <string>

/// The text without the line ends that blanks follow, and without these blanks but one.
inline std::string joined_lines(std::string text) {
    for (std::size_t at = 0; (at = text.find("\n ", at)) != std::string::npos;) {
        std::size_t const end = text.find_first_not_of(' ', at + 1);
        text.replace(at, end - at, " ");
    }
    return text;
}
