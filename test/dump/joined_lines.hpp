// joined_lines: removes line breaks from long lines of a file in a test.
#pragma once

#include <cstddef>
#include <string>

/// Replaces each line break that blanks follow, and these blanks, with one blank.
inline std::string joined_lines(std::string text) {
    for (std::size_t at = 0; (at = text.find("\n ", at)) != std::string::npos;) {
        std::size_t const end = text.find_first_not_of(' ', at + 1);
        text.replace(at, end - at, " ");
    }
    return text;
}
