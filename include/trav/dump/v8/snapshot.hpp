// V8Snapshot: what a V8 heap snapshot (Chrome, Node, Deno, Electron) says, as flat arrays.
//
// A node is its ordinal, counted from 0 in file order; node 0 is usually the root. All edges are kept, with their kind
// and name; v8_graph.hpp makes a graph of the ones to follow. Costs about 26 bytes per node, 9 per edge, and the strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump {

/// The kinds of edges; `other` is a kind of a later V8 that we do not know, taken as strong and without a name.
enum class EdgeKind : std::uint8_t { context, element, property, internal, hidden, shortcut, weak, other };

/// One edge: `name_or_index` is a string number for context, property, internal, shortcut and weak edges.
struct V8Edge {
    std::uint32_t from;
    EdgeKind kind;
    std::uint32_t name_or_index;
    std::uint32_t to;

    /// Whether the edge has a name rather than an index.
    bool named() const {
        return kind != EdgeKind::element && kind != EdgeKind::hidden && kind != EdgeKind::other;
    }
};

/// Texts by number, in one block.
class StringTable {
  public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t i) const {
        std::size_t const begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(text_).substr(begin, ends_[i] - begin);
    }
    /// Adds the string that `write(std::string&)` appends.
    template <class Write>
    void add(Write write) {
        write(text_);
        ends_.push_back(text_.size());
    }

  private:
    std::string text_;
    std::vector<std::size_t> ends_;
};

/// A heap snapshot, read.
struct V8Snapshot {
    /// A node that is not there.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::string file;                       ///< where it was read from, for messages
    std::vector<std::string> type_names;    ///< what the numbers in node_type mean
    std::vector<std::uint16_t> node_type;   ///< per node
    std::vector<std::uint32_t> node_name;   ///< per node: string number
    std::vector<std::uint64_t> node_id;     ///< per node: stable over the snapshots of one process
    std::vector<std::uint64_t> self_size;   ///< per node: bytes
    std::vector<std::uint32_t> first_edge;  ///< per node, and one more: where its edges begin
    std::vector<EdgeKind> edge_kind;        ///< per edge
    std::vector<std::uint32_t> edge_name;   ///< per edge: name or index
    std::vector<std::uint32_t> edge_to;     ///< per edge: ordinal
    StringTable strings;
    std::uint32_t root = 0;  ///< ordinal

    std::uint32_t node_count() const { return static_cast<std::uint32_t>(node_type.size()); }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edge_to.size()); }
    /// Sum of the self sizes, in bytes.
    std::uint64_t total_size() const {
        return std::accumulate(self_size.begin(), self_size.end(), std::uint64_t{0});
    }

    std::string_view type(std::uint32_t node) const { return type_names[node_type[node]]; }
    std::string_view name(std::uint32_t node) const { return strings[node_name[node]]; }
    V8Edge edge(std::uint32_t from, std::uint32_t e) const {
        return {from, edge_kind[e], edge_name[e], edge_to[e]};
    }
    /// The edge's name, or its index in decimal.
    std::string label(V8Edge const& edge) const {
        return edge.named() ? std::string(strings[edge.name_or_index]) : std::to_string(edge.name_or_index);
    }

    /// Calls f(V8Edge) for every edge of the node, in file order.
    template <class F>
    void for_each_edge(std::uint32_t node, F f) const {
        for (std::uint32_t e = first_edge[node]; e != first_edge[node + 1]; ++e) f(edge(node, e));
    }

    /// The number of a node type, or type_names.size() if the file has no such type.
    std::size_t type_named(std::string_view name) const {
        std::size_t i = 0;
        while (i < type_names.size() && type_names[i] != name) ++i;
        return i;
    }
};

/// The class of a node, as a programmer would say it: the constructor of an object, "(string)", "(closure)", "(code)" ...
inline std::string class_name(V8Snapshot const& snapshot, std::uint32_t node) {
    std::string_view const type = snapshot.type(node);
    if (type == "object" || type == "native") return std::string(snapshot.name(node));
    return std::string("(").append(type).append(")");
}

/// The global objects: where V8 points at from the root, one for each context.
inline std::vector<std::uint32_t> global_objects(V8Snapshot const& snapshot) {
    std::vector<std::uint32_t> result;
    snapshot.for_each_edge(snapshot.root, [&](V8Edge const& edge) {
        if (edge.kind == EdgeKind::shortcut) result.push_back(edge.to);
    });
    return result;
}

}  // namespace trav::dump
