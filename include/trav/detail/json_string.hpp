// trav/detail/json_string.hpp: texts of unknown origin as strings of JSON: control characters and what is not
// UTF-8 are written as one_line() writes them. Costs a copy.
#pragma once

#include "one_line.hpp"

#include <string>
#include <string_view>

namespace trav::detail {

/// The text in quotes.
inline std::string json_string(std::string_view text) {
    std::string json(1, '"');
    for (char const c : one_line(text)) {
        if (c == '"' || c == '\\') json += '\\';
        json += c;
    }
    return json += '"';
}

}  // namespace trav::detail
