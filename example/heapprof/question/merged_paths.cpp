#include "merged_paths.hpp"

#include "../terminal/text_last.hpp"

#include <trav/report/text.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heapprof {

std::string merged_paths_text(trav::PathTree const& tree, std::string const& title, std::size_t top) {
    TextLast rows({"objects", "bytes", "%", title});
    std::uint64_t bytes = tree.unreached.bytes;
    for (auto const& line : tree)
        if (line.depth == 0) bytes += line.amount.bytes;
    constexpr std::size_t nothing = ~std::size_t{0};
    std::vector<std::size_t> seen(1);  // siblings so far, by depth
    std::size_t cut = nothing;         // the depth of an omitted step; deeper steps are omitted, too
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
