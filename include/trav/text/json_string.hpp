// trav/text/json_string.hpp: untrusted text as a JSON string. Control characters and invalid UTF-8 are
// written as by one_line(). Makes a copy.
#pragma once

#include "one_line.hpp"

#include <string>
#include <string_view>

namespace trav::detail {

/// The text as a JSON string, including the quotes.
inline std::string json_string(std::string_view text) {
    std::string json(1, '"');
    for (char const c : one_line(text)) {
        if (c == '"' || c == '\\') json += '\\';
        json += c;
    }
    return json += '"';
}

}  // namespace trav::detail
