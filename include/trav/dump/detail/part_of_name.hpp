// part_of_name: a name from a file as part of a longer text. One name may be part of many texts, so a long
// name is cut: otherwise the texts could take far more memory than the file.
#pragma once

#include "../strings.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace trav::dump::detail {

/// The name; its first 200 bytes and ".." if it is longer.
inline std::string part_of_name(std::string_view name) {
    constexpr std::size_t longest = 200;
    std::string_view const shown = beginning(name, longest);
    return std::string(shown) + (shown.size() == name.size() ? "" : "..");
}

}  // namespace trav::dump::detail
