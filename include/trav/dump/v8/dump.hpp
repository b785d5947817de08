// trav/dump/v8/dump.hpp: a V8 heap snapshot as a Dump with machinery, places, breakdowns, and retained sizes
// as in Chrome's DevTools.
//
//     auto const dump = trav::dump::read_v8_dump(input);
#pragma once

#include "../by_string.hpp"
#include "by_constructor.hpp"
#include "by_detached.hpp"
#include "by_fill.hpp"
#include "by_script.hpp"
#include "by_shape.hpp"
#include "by_site.hpp"
#include "by_time.hpp"
#include "devtools.hpp"
#include "links.hpp"
#include "places.hpp"
#include "reader.hpp"
#include "snapshot.hpp"
#include "values.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// Counts retained sizes like Chrome's DevTools.
struct DevToolsRetention {
    DevToolsEdges holds;
    DevToolsSizes size;
    V8Snapshot const* snapshot;
    static constexpr std::string_view note = "counted as Chrome's DevTools does";

    std::vector<Node> more_roots(auto const& reached) const {
        return devtools_more_roots(*snapshot, holds, reached);
    }
};

/// Whether Bun wrote the snapshot, from a heap of JavaScriptCore: its hidden classes are called `Structure`.
inline bool is_of_bun(V8Snapshot const& snapshot) {
    bool found = false;
    snapshot.for_each_edge(snapshot.root, [&](V8Edge const& to_global) {
        if (to_global.kind != V8EdgeKind::shortcut) return;
        snapshot.for_each_edge(to_global.to, [&](V8Edge const& edge) {
            found = found || (snapshot.node_type_name(edge.to) == "object shape" &&
                              snapshot.name(edge.to) == "Structure");
        });
    });
    return found;
}

/// A snapshot with V8's machinery, retained sizes as in DevTools, places in the program, and breakdowns. All
/// of them are computed on demand.
struct V8Dump : V8Snapshot {
    explicit V8Dump(V8Snapshot snapshot) : V8Snapshot(std::move(snapshot)) {}
    Machinery machinery() const { return Machinery(*this); }
    V8Places places() const { return V8Places(*this); }
    void for_each_value(std::vector<bool> const& wanted, auto const& f) const {
        for_each_v8_value(*this, wanted, f);
    }
    static constexpr std::array<DumpBreakdown<V8Snapshot>, 10> breakdowns{{{"constructor", by_constructor},
                                                                           {"shape", by_shape},
                                                                           {"file", by_file},
                                                                           {"script", by_script},
                                                                           {"package", by_package},
                                                                           {"detached", by_detached},
                                                                           {"site", by_site},
                                                                           {"time", by_time},
                                                                           {"string", by_string<V8Snapshot>},
                                                                           {"fill", by_fill}}};
    DevToolsRetention retention() const { return {DevToolsEdges(*this), DevToolsSizes(*this), this}; }
    std::string remark() const {
        return is_of_bun(*this) ? "Bun does not write what is in a Map or a Set: what nothing else holds "
                                  "seems to be held by nothing"
                                : "";
    }
};

/// Reads a snapshot to the end of the input.
inline V8Dump read_v8_dump(Input& input) { return V8Dump(read_v8(input)); }

/// Whether a text that begins like this may be a snapshot.
inline bool looks_like_v8(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with('{')) return false;
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.starts_with("\"snapshot\"");
}

}  // namespace trav::dump
