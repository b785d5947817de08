// merged_paths_text: a PathTree with its steps whole.
#pragma once

#include "../terminal/text_last.hpp"

#include <trav/path/path_tree.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace heapprof {

/// At most `top` steps after each one, or all if that is 0.
inline std::string merged_paths_text(trav::PathTree const& tree, std::string const& title, std::size_t top) {
    TextLast rows({"objects", "bytes", "%", title});
    std::uint64_t bytes = tree.unreached.bytes;
    for (auto const& line : tree)
        if (line.depth == 0) bytes += line.amount.bytes;
    constexpr std::size_t nothing = ~std::size_t{0};
    std::vector<std::size_t> seen(1);  // steps after the same one, by depth
    std::size_t cut = nothing;         // the depth of a step that is left out, with what comes after it
    for (auto const& line : tree) {
        if (line.depth > cut) continue;
        cut = nothing;
        seen.resize(std::max(seen.size(), line.depth + 2));
        seen[line.depth + 1] = 0;
        std::string const indent(2 * line.depth, ' ');
        if (++seen[line.depth] > top && top != 0) {
            cut = line.depth;
            if (seen[line.depth] == top + 1) rows.add({"", "", "", indent + "..."});
            continue;
        }
        rows.add({trav::grouped(line.amount.objects), trav::humanised(line.amount.bytes),
                  trav::percent(line.amount.bytes, bytes),
                  indent + line.text + (line.repeated ? " ..." : "")});
    }
    return rows.str();
}

}  // namespace heapprof
