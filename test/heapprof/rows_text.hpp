// Rows r0, r1 ... and references to them as text in the format .graph.
#pragma once

#include "heapprof/graph_text.hpp"

#include <string>

// Objects of 100 bytes.
inline std::string rows(int count, std::string const& type = "Row") {
    std::string text;
    for (int i = 0; i != count; ++i) text += node('r' + std::to_string(i), type, 100);
    return text;
}
// References from a holder to the rows `first` to `last` - 1: as elements, or in fields FIELD0, FIELD1 ...
inline std::string to_rows(std::string const& holder, int first, int last, std::string const& field = "") {
    std::string text;
    for (int i = first; i != last; ++i)
        text += edge(holder, 'r' + std::to_string(i), field + std::to_string(i));
    return text;
}
