// trav/report/stacks/folded.hpp: stacks as text, one per line, for flamegraph.pl, inferno, speedscope and
// others.
//
//     server;sessions;Session 216000
#pragma once

#include "../../text/one_line.hpp"
#include "stacks.hpp"

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>

namespace trav {

/// Writes the bytes of each frame. A semicolon in a name becomes a comma. The unnamed top frame is `(heap)`.
inline void write_folded(std::ostream& out, Stacks const& stacks) {
    auto const frames = stacks.frames();
    for (std::size_t i = 0; i != frames.size(); ++i) {
        if (frames[i].own.bytes == 0) continue;
        std::string line;
        for (std::size_t const each : stacks.stack(i)) {
            std::string name = one_line(frames[each].name);
            std::replace(name.begin(), name.end(), ';', ',');
            line += (line.empty() ? "" : ";") + name;
        }
        out << (line.empty() ? "(heap)" : line) << ' ' << frames[i].own.bytes << '\n';
    }
}

}  // namespace trav
