// V8Snapshot: the contents of a V8 heap snapshot (Chrome, Node, Deno, Electron) in flat arrays.
//
// A node is its ordinal, counted from 0 in file order; node 0 is usually the root. All edges are kept, with
// their kind and name. A V8Snapshot is a Dump. V8Dump (dump.hpp) also distinguishes V8's own links, and
// counts like Chrome's DevTools. Costs about 18 bytes per node, 9 per edge, and the strings.
#pragma once

#include "../../detail/large_vector.hpp"
#include "../detail/narrow_numbers.hpp"
#include "../detail/string_table.hpp"
#include "../dump.hpp"
#include "../rows.hpp"
#include "../strings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// V8's kinds of edges. `other` is any kind of a later V8, treated as strong and unnamed. `ephemeron` is not
/// a kind of V8's: it is an internal edge from the table of a WeakMap to a value, which is kept alive by the
/// edge from its key; see weak_map.hpp.
enum class V8EdgeKind : std::uint8_t {
    context,
    element,
    property,
    internal,
    hidden,
    shortcut,
    weak,
    other,
    ephemeron
};

/// Whether an edge of this kind has a name rather than an index.
constexpr bool named(V8EdgeKind kind) {
    return kind != V8EdgeKind::element && kind != V8EdgeKind::hidden && kind != V8EdgeKind::other;
}

/// One edge: `name_or_index` is an index for element and hidden edges, else a string number.
struct V8Edge {
    std::uint32_t from;
    V8EdgeKind kind;
    std::uint32_t name_or_index;
    std::uint32_t to;

    /// Whether the edge has a name rather than an index.
    bool named() const { return dump::named(kind); }
};

/// The place of a function, or of an object's constructor, in the program.
struct V8Location {
    std::uint32_t node, script;  ///< ordinal, and V8's number of the script
    std::uint32_t line;          ///< from 0
    std::uint32_t column = 0;    ///< likewise; 0 if it is not known
};

/// A function that allocated objects.
struct V8Function {
    std::uint32_t name, script;  ///< string numbers
    std::uint32_t line;          ///< from 1; 0: not known
};

/// A moment while allocations were tracked.
struct V8Sample {
    std::uint64_t microseconds, last_id;  ///< last_id: the highest id of an object at that time
};

/// A heap snapshot in memory.
struct V8Snapshot {
    /// No node.
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    std::string file;                                    ///< the path, for messages
    std::vector<std::string> type_names;                 ///< by the numbers in node_type
    trav::detail::LargeVector<std::uint16_t> node_type;  ///< per node
    trav::detail::LargeVector<std::uint32_t> node_name;  ///< per node: string number
    detail::NarrowNumbers node_id;    ///< per node: stable over the snapshots of one process
    detail::NarrowNumbers self_size;  ///< per node: bytes
    std::vector<bool> detached;       ///< per node: detached from its document; empty if no node is
    std::vector<bool> attached;       ///< per node: attached to a document; empty if no node is
    trav::detail::LargeVector<std::uint32_t> first_edge;  ///< per node, and one more: its first edge
    trav::detail::LargeVector<V8EdgeKind> edge_kind;      ///< per edge
    trav::detail::LargeVector<std::uint32_t> edge_name;   ///< per edge: name or index
    trav::detail::LargeVector<std::uint32_t> edge_to;     ///< per edge: ordinal
    std::vector<V8Location> locations;                    ///< sorted by node
    std::vector<V8Function> functions;  ///< functions that allocated objects, if allocations were tracked
    std::vector<std::uint32_t> allocated_by;  ///< per node: its function's number plus 1, or 0; or empty
    std::vector<V8Sample> samples;            ///< by time, if allocations were tracked
    StringTable strings;
    std::uint32_t root = 0;   ///< ordinal
    std::uint64_t proxy = 0;  ///< the type of proxies (proxies.hpp)

    // The members of a Dump.
    using Edge = V8Edge;
    /// Functions, Node's C++ objects, and nodes that stand for V8 itself. Other native nodes are objects of a
    /// document, or V8's own.
    static constexpr std::string_view default_retainers = "closure,native:Node / *,synthetic";

    /// The names of the global object in programs.
    static constexpr std::array<std::string_view, 4> global_names{"globalThis", "global", "window", "self"};

    std::string const& source() const { return file; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(node_type.size()); }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edge_to.size()); }
    std::uint64_t size(Node n) const { return self_size[n]; }
    std::uint64_t id(Node n) const { return node_id[n]; }
    std::string_view name(Node n) const { return strings[node_name[n]]; }

    /// The class of a node in a programmer's terms: for an object, its constructor and whether it is
    /// detached.
    std::uint64_t type(Node n) const {
        auto const kind = std::uint64_t{node_type[n]} << 32;
        if (!has_constructor(node_type[n]))
            return proxy != 0 && node_name[n] == static_cast<std::uint32_t>(proxy) ? proxy : kind;
        return kind | node_name[n] | (!detached.empty() && detached[n] ? detached_bit : 0);
    }
    /// "Session", "Detached <div>", "(string)", "(closure)", "(code)" ...
    std::string type_name(std::uint64_t type) const {
        auto const kind = static_cast<std::size_t>((type & ~detached_bit) >> 32);
        if (!has_constructor(kind)) return '(' + type_names[kind] + ')';
        return std::string(type & detached_bit ? "Detached " : "")
            .append(strings[static_cast<std::uint32_t>(type)]);
    }
    std::uint16_t group(Node n) const { return node_type[n]; }
    std::size_t group_count() const { return type_names.size(); }
    std::string const& group_name(std::size_t group) const { return type_names[group]; }

    void for_each_root(auto f) const { f(root, "(root)"); }
    bool is_runtime(Node n) const { return n == root; }
    bool lists_roots(Node n) const { return is_synthetic(n); }
    /// A predicate on nodes: whether a node is a context with a global object. Looks at every string once.
    auto native_contexts() const {
        constexpr std::string_view context = "system / NativeContext";  // in Chrome " / " and a URL follow
        std::vector<bool> of_context(strings.size());
        for (std::uint32_t i = 0; i != strings.size(); ++i) {
            auto const text = strings[i];
            of_context[i] =
                text.starts_with(context) && (text.size() == context.size() || text[context.size()] == ' ');
        }
        return [this, of_context = std::move(of_context)](Node n) {
            auto const type = node_type_name(n);
            return of_context[node_name[n]] && (type == "hidden" || type == "native");
        };
    }
    /// The global objects, one for each context. V8's root has edges to them, or to their contexts (V8 14.6),
    /// or to neither (V8 15); then all contexts are searched.
    std::vector<Node> globals() const {
        std::vector<Node> result;
        auto const context = native_contexts();
        auto const add = [&](Node n) {
            if (!context(n)) return result.push_back(n);
            for_each_edge(n, [&](V8Edge const& edge) {
                if (edge.kind != V8EdgeKind::internal) return;
                auto const link = strings[edge.name_or_index];
                if (link == "global_object" || link == "extension") result.push_back(edge.to);
            });
        };
        for_each_edge(root, [&](V8Edge const& edge) {
            if (edge.kind == V8EdgeKind::shortcut) add(edge.to);
        });
        if (!result.empty()) return result;
        for (Node n = 0; n != node_count(); ++n) {
            if (context(n)) add(n);
        }
        return result;
    }

    V8Edge edge(Node from, std::uint32_t e) const { return {from, edge_kind[e], edge_name[e], edge_to[e]}; }
    Rows rows() const { return {edge_to.data(), first_edge.data()}; }
    /// Calls f(V8Edge) for every edge of the node, in file order.
    void for_each_edge(Node n, auto f) const {
        for (std::uint32_t e = first_edge[n]; e != first_edge[n + 1]; ++e) f(edge(n, e));
    }
    /// The target of V8's own edge with this name, such as "table" of a Map.
    std::optional<Node> part(Node n, std::string_view name) const {
        for (std::uint32_t e = first_edge[n]; e != first_edge[n + 1]; ++e)
            if (edge_kind[e] == V8EdgeKind::internal && strings[edge_name[e]] == name) return edge_to[e];
        return {};
    }
    /// The edge's name, or its index in decimal. V8 numbers the edges of its root, and edges between nodes
    /// that stand for V8; these get the names of their targets.
    std::string name(V8Edge const& edge) const {
        if (edge.from == root || (is_synthetic(edge.from) && is_synthetic(edge.to)))
            return std::string(name(edge.to));
        return edge.named() ? std::string(strings[edge.name_or_index]) : std::to_string(edge.name_or_index);
    }
    NameKind name_kind(V8Edge const& edge) const {
        using enum V8EdgeKind;
        if (edge.from == root || edge.kind == internal || !strong(edge)) return NameKind::internal;
        if (edge.kind == property) return NameKind::field;
        if (edge.kind == element) return NameKind::element;
        return edge.kind == context ? NameKind::variable : NameKind::unnamed;
    }
    bool strong(V8Edge const& edge) const {
        return edge.kind != V8EdgeKind::weak && edge.kind != V8EdgeKind::ephemeron;
    }

    /// Calls f(DumpString) for each string. V8 writes only the first 1,024 characters, so longer strings that
    /// begin alike count as equal if their sizes are equal. The contents of a string that consists of other
    /// strings are not known.
    void for_each_string(auto f) const {
        constexpr std::size_t longest = 1024;
        std::size_t const string = type_named("string"), joined = type_named("concatenated string"),
                          sliced = type_named("sliced string");
        for (Node n = 0; n != node_count(); ++n) {
            std::size_t const type = node_type[n];
            if (type != string && type != joined && type != sliced) continue;
            std::string_view const text = name(n);
            f(DumpString{n, n, type == string, text, text.size() < longest ? 0 : self_size[n] + 1});
        }
    }

    // V8's own properties.
    /// V8's name for the type of a node: "object", "closure" ...
    std::string_view node_type_name(Node n) const { return type_names[node_type[n]]; }
    /// The number of a type of nodes, or type_names.size() if the file has no such type.
    std::size_t type_named(std::string_view name) const {
        std::size_t i = 0;
        while (i < type_names.size() && type_names[i] != name) ++i;
        return i;
    }

    bool is_synthetic(Node n) const { return node_type_name(n) == "synthetic"; }

  private:
    static constexpr std::uint64_t detached_bit = std::uint64_t{1} << 63;

    bool has_constructor(std::size_t kind) const {
        return type_names[kind] == "object" || type_names[kind] == "native";
    }
};

}  // namespace trav::dump
