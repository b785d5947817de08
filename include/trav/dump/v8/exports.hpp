// name_exports: gives the exported variables of JavaScript's modules their names.
//
// V8 has a cell for each exported variable, and a table of the module with the names and the cells:
//
//     system / SourceTextModule  0 -> table  3 -> "sessions"
//                                            4 -> system / Cell  value -> Map
//
// The edge from the cell to its value becomes a variable with the name. Of several names, `default` counts
// least; a function that is exported by this name alone keeps its own.
//
// O(strings), and O(nodes) if there are modules.
#pragma once

#include "snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trav::dump {

/// Calls f(module) for each module with a table of names.
void for_each_module(V8Snapshot const& snapshot, auto const& f) {
    std::size_t name = 0;
    while (name != snapshot.strings.size() && snapshot.strings[name] != "system / SourceTextModule") ++name;
    if (name == snapshot.strings.size()) return;
    std::size_t const string = snapshot.type_named("string");
    for (Node n = 0; n != snapshot.node_count(); ++n)
        if (snapshot.node_name[n] == name && snapshot.node_type[n] != string) f(n);
}

/// Calls f(name, cell) for each exported variable of a module: `name` is the node of the text.
void for_each_export(V8Snapshot const& snapshot, Node module, auto const& f) {
    std::size_t const array = snapshot.type_named("array"), string = snapshot.type_named("string");
    snapshot.for_each_edge(module, [&](V8Edge const& edge) {
        bool const is_table = edge.kind == V8EdgeKind::hidden && edge.name_or_index == 0;
        if (!is_table || snapshot.node_type[edge.to] != array) return;
        Node name = V8Snapshot::none;
        snapshot.for_each_edge(edge.to, [&](V8Edge const& entry) {
            bool const is_cell = snapshot.name(entry.to) == "system / Cell";
            if (is_cell && name != V8Snapshot::none) f(name, entry.to);
            name = snapshot.node_type[entry.to] == string ? entry.to : V8Snapshot::none;
        });
    });
}

/// Names the edges from exported variables to their values.
inline void name_exports(V8Snapshot& snapshot) {
    std::unordered_map<Node, std::uint32_t> names;  // by cell
    for_each_module(snapshot, [&](Node module) {
        for_each_export(snapshot, module, [&](Node name, Node cell) {
            auto const [at, fresh] = names.try_emplace(cell, snapshot.node_name[name]);
            if (!fresh && snapshot.strings[at->second] == "default") at->second = snapshot.node_name[name];
        });
    });
    std::size_t const closure = snapshot.type_named("closure");
    for (auto const& [cell, name] : names)
        for (std::uint32_t e = snapshot.first_edge[cell]; e != snapshot.first_edge[cell + 1]; ++e) {
            Node const to = snapshot.edge_to[e];
            if (snapshot.edge_kind[e] != V8EdgeKind::internal ||
                snapshot.strings[snapshot.edge_name[e]] != "value")
                continue;
            bool const own = snapshot.strings[name] == "default" && snapshot.node_type[to] == closure &&
                             !snapshot.name(to).empty();
            snapshot.edge_kind[e] = V8EdgeKind::context;
            snapshot.edge_name[e] = own ? snapshot.node_name[to] : name;
        }
}

}  // namespace trav::dump
