// Strings that a dump contains several times.
#pragma once

#include "../heap/object_text.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// Totals of all strings and of duplicates, and a line for each repeated text, most wasted bytes first.
struct DuplicatesAnswer {
    struct Line {
        std::uint64_t strings, bytes, wasted;
        std::string text;   ///< in quotes, with the id of the first string
        ObjectName object;  ///< the first string
    };
    std::uint64_t strings = 0, bytes = 0, duplicates = 0, wasted = 0;
    std::vector<Line> lines;
    std::size_t more = 0;  ///< lines omitted
};

/// At most `top` lines; 0: all. Throws dump::Error if the format does not store the contents of strings.
DuplicatesAnswer duplicates(AnyDump const& dump, std::size_t top);

}  // namespace heapprof
