// Written: a heap snapshot for tests, written node by node.
#pragma once

#include <trav/dump/v8/snapshot.hpp>

#include <cstdint>
#include <string>
#include <vector>

/// A snapshot written line by line; node i has the id 10 + i.
struct Written {
    trav::dump::V8Snapshot snapshot;

    Written() {
        snapshot.file = "test.heapsnapshot";
        snapshot.type_names = {"hidden",  "array",     "object",
                               "native",  "synthetic", "code",
                               "closure", "string",    "concatenated string"};
        snapshot.first_edge = {0};
    }
    std::uint32_t string(std::string const& text) {
        snapshot.strings.add([&](std::string& to) { to += text; });
        return static_cast<std::uint32_t>(snapshot.strings.size() - 1);
    }
    struct Edge {
        trav::dump::V8EdgeKind kind;
        std::uint32_t to;
        std::string name = "e";
    };
    void node(std::string const& type, std::uint64_t size, std::vector<Edge> const& edges,
              std::string const& name = "n") {
        snapshot.node_type.push_back(static_cast<std::uint16_t>(snapshot.type_named(type)));
        snapshot.node_name.push_back(string(name));
        snapshot.node_id.push_back(9 + snapshot.node_type.size());
        snapshot.self_size.push_back(size);
        for (auto const& [kind, to, label] : edges) {
            snapshot.edge_kind.push_back(kind);
            snapshot.edge_name.push_back(string(label));
            snapshot.edge_to.push_back(to);
        }
        snapshot.first_edge.push_back(snapshot.edge_count());
    }
};
