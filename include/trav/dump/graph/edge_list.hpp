// trav/dump/graph/edge_list.hpp: a heap from a text file. There are two formats: .graph (reader.hpp) and
// lines of JSON (../jsonl/reader.hpp).
//
// doc/formats.md describes both. Objects are numbered in the order in which the file first mentions them, and
// the edges of an object are in the order of the file. Costs 20 bytes per object, 9 per edge, and the texts.
// Each kind of origin in the file (package, file, site) adds 4 bytes per object, each value 16.
#pragma once

#include "../detail/short_path.hpp"
#include "../detail/string_table.hpp"
#include "../dump.hpp"
#include "../error.hpp"
#include "../grouping.hpp"
#include "../rows.hpp"
#include "../values.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump {

/// A list of edges in memory: a Dump.
struct EdgeList {
    struct Value {
        Node node;
        std::uint32_t field, text;  ///< string numbers; a field of 0: the value of the object itself
        ValueKind kind;
    };
    struct Edge {
        Node from, to;
        std::uint32_t name;  ///< string number; 0: none
        bool weak;
        bool runtime = false;  ///< machinery: not the program's
    };
    struct Root {
        Node node;
        std::uint32_t name;  ///< string number
    };

    std::string file;                       ///< the path, for messages
    std::vector<std::string> type_names;    ///< by the numbers in node_type
    StringTable strings;                    ///< names of nodes and edges; the first one is empty
    StringTable ids;                        ///< per node
    std::vector<std::uint32_t> node_type;   ///< per node
    std::vector<std::uint32_t> node_name;   ///< per node: string number
    std::vector<std::uint64_t> bytes;       ///< per node
    std::vector<std::uint32_t> first_edge;  ///< per node, and one more: its first edge
    std::vector<Node> edge_to;              ///< per edge
    std::vector<std::uint32_t> edge_name;   ///< per edge: string number
    std::vector<bool> edge_weak;            ///< per edge
    std::vector<bool> edge_runtime;         ///< per edge; empty if no edge is the runtime's
    std::vector<Root> roots;                ///< in the order of the file
    std::vector<Value> values;              ///< in the order of the file
    IdLife ids_live = IdLife::process;
    std::string_view no_end;  ///< the last line of a whole file; empty if it is there

    /// The origins that a file may give for an object.
    enum class Origin : std::uint8_t { package, file, site };
    static constexpr std::array<std::string_view, 3> origin_names{"package", "file", "site"};
    std::array<std::vector<std::uint32_t>, 3> origins;  ///< per node: string number; empty: none given

    std::string const& source() const { return file; }
    std::string remark() const {
        if (no_end.empty()) return "";
        return "its last line is not " + std::string(no_end) +
               ": objects or references are missing if the file was cut short";
    }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(node_type.size()); }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edge_to.size()); }
    std::uint64_t size(Node n) const { return bytes[n]; }
    std::uint32_t type(Node n) const { return node_type[n]; }
    std::string const& type_name(std::uint32_t type) const { return type_names[type]; }
    std::string_view id(Node n) const { return ids[n]; }
    IdLife id_life() const { return ids_live; }
    std::string_view name(Node n) const { return strings[node_name[n]]; }
    std::string_view name(Edge const& edge) const { return strings[edge.name]; }
    bool strong(Edge const& edge) const { return !edge.weak; }
    void for_each_root(auto f) const {
        for (Root const& root : roots) f(root.node, strings[root.name]);
    }
    void for_each_edge(Node n, auto f) const {
        for (std::uint32_t e = first_edge[n]; e != first_edge[n + 1]; ++e)
            f(Edge{n, edge_to[e], edge_name[e], edge_weak[e], !edge_runtime.empty() && edge_runtime[e]});
    }
    Rows rows() const { return {edge_to.data(), first_edge.data()}; }
    void for_each_value(std::vector<bool> const& wanted, auto const& f) const {
        for (Value const& value : values)
            if (wanted[value.node])
                f(DumpValue{value.node, strings[value.field], value.kind, strings[value.text]});
    }
    std::string no_values() const { return values.empty() ? "no object in it has a value" : ""; }
    auto machinery() const {
        return [](Edge const& edge) { return edge.runtime; };
    }
    /// The site of an object, "shop/cart.py:12"; empty if the file does not give it.
    auto places() const {
        return [this](Node n) {
            auto const& sites = origins[static_cast<std::size_t>(Origin::site)];
            return sites.empty() ? "" : detail::short_path(strings[sites[n]]);
        };
    }
    /// Throws Error if the file gives this origin for no object.
    template <Origin which>
    static Grouping by_origin(EdgeList const& list) {
        constexpr auto i = static_cast<std::size_t>(which);
        if (list.origins[i].empty())
            throw Error(list.file, "does not say the '" + std::string(origin_names[i]) + "' of objects");
        return grouping_by(
            list, [&](Node n) { return list.origins[i][n]; },
            [&](std::uint32_t text) {
                return text != 0 ? std::string(list.strings[text])
                                 : "(no " + std::string(origin_names[i]) + ')';
            });
    }
    static std::array<DumpBreakdown<EdgeList>, 3> const breakdowns;
};

inline constexpr std::array<DumpBreakdown<EdgeList>, 3> EdgeList::breakdowns{
    {{origin_names[0], by_origin<Origin::package>},
     {origin_names[1], by_origin<Origin::file>},
     {origin_names[2], by_origin<Origin::site>}}};

}  // namespace trav::dump
