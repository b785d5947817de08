// trav/text/csv_field.hpp: a field of a line of comma-separated values (RFC 4180).
#pragma once

#include "../detail/compiler.hpp"

#include <string>
#include <string_view>

namespace trav {

/// Returns a text as a field, quoted if necessary.
inline std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string field(1, '"');
    for (char const c : text) field.append(c == '"' ? 2 : 1, c);
    return field += '"';
}

}  // namespace trav
