// The end of the path of a source file that says most: from its package on, or its folder and its name.
#pragma once

#include "../../detail/compiler.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace trav::dump::detail {

/// A path without the part up to the last node_modules/, site-packages/, dist-packages/ or gems/, or else the
/// file and its folder. Ruby's own files remain `<internal:`. Only the last 400 bytes of a long path are
/// looked at.
inline std::string short_path(std::string_view path) {
    constexpr std::size_t longest = 400;
    constexpr std::string_view internal = "<internal:";
    constexpr std::array<std::string_view, 4> packages{"node_modules/", "site-packages/", "dist-packages/",
                                                       "/gems/"};
    std::string const before(path.starts_with(internal) ? internal : "");
    path.remove_prefix(before.size());
    std::string_view const end = path.substr(path.size() - std::min(path.size(), longest));
    for (std::string_view const each : packages)
        if (auto const at = end.rfind(each); at != end.npos)
            return before + std::string(end.substr(at + each.size()));
    auto const file = end.rfind('/');
    auto const folder = file == end.npos || file == 0 ? end.npos : end.rfind('/', file - 1);
    if (folder != end.npos) return before + std::string(end.substr(folder + 1));
    return before + (end.size() == path.size() ? "" : "..") + std::string(end);
}

}  // namespace trav::dump::detail
