// find_ephemerons: makes the key of a WeakMap the only holder of its value.
//
// V8 writes two edges to the value in a WeakMap, one from its key and one from the map's table. Both are
// strong and have the same name:
//
//     12 / part of key (Key @3) -> value (Secret @5) pair in WeakMap (table @7)
//
// The edge from the table becomes an ephemeron, which keeps nothing alive: the value lives as long as its
// key. (It lives no longer than the table either, but no edge expresses that.) Costs a look at each string,
// and at each edge if one of the strings is such a name.
#pragma once

#include "snapshot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trav::dump {

/// The id of the table in the name of an edge to the value in a WeakMap.
inline std::optional<std::uint64_t> weak_map_table(std::string_view name) {
    std::size_t const digits = std::min(name.find_first_not_of("0123456789"), name.size());
    constexpr std::string_view part = " / part of key (", table = " pair in WeakMap (table @";
    if (digits == 0 || name.substr(digits, part.size()) != part) return {};
    std::size_t const at = name.rfind(table);
    if (at == name.npos || name.back() != ')') return {};
    std::uint64_t id = 0;
    for (char const c : name.substr(at + table.size(), name.size() - at - table.size() - 1)) {
        if (c < '0' || c > '9') return {};
        id = 10 * id + static_cast<std::uint64_t>(c - '0');
    }
    return id;
}

/// Turns the edges from the tables of WeakMaps to the values into ephemerons.
inline void find_ephemerons(V8Snapshot& snapshot) {
    std::vector<bool> is_pair;
    std::unordered_map<std::uint32_t, std::uint64_t> tables;  // of the pairs
    for (std::uint32_t i = 0; i != snapshot.strings.size(); ++i) {
        auto const table = weak_map_table(snapshot.strings[i]);
        if (!table) continue;
        is_pair.resize(snapshot.strings.size());
        is_pair[i] = true;
        tables[i] = *table;
    }
    if (is_pair.empty()) return;
    for (Node n = 0; n != snapshot.node_count(); ++n) {
        for (std::uint32_t e = snapshot.first_edge[n]; e != snapshot.first_edge[n + 1]; ++e) {
            std::uint32_t const name = snapshot.edge_name[e];
            if (snapshot.edge_kind[e] == V8EdgeKind::internal && is_pair[name] &&
                tables[name] == snapshot.node_id[n])
                snapshot.edge_kind[e] = V8EdgeKind::ephemeron;
        }
    }
}

}  // namespace trav::dump
