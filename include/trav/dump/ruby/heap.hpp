// trav/dump/ruby/heap.hpp: RubyHeap, the heap of a Ruby program, as written by ObjectSpace.dump_all.
//
//     trav::dump::RubyHeap const heap = trav::dump::read_ruby(input);     // reader.hpp
//
// The type of an object is its class; singleton classes and modules are skipped. Objects of the virtual
// machine without a class have their kind as type: `(iseq)`, `(callcache)`. The name of a string or symbol
// is its text; the name of a class is the class name. Each list of roots (`vm`, `global_tbl`,
// `machine_context` ...) is an object without bytes. Paths begin at another such object, which nothing
// refers to; its fields are these lists and all classes. Ruby does not write the names of references, so
// the other steps of a path are ids, `Shop[@0x7f50c59d69b8]`, or keys of a hash: map_entries.hpp. The
// inline caches of code hold their objects weakly: a value is held by its constant, not by the code that
// read the constant.
//
// Costs 34 bytes per object and 4 per reference, up to 64 per string, and 8 per object if allocations were
// traced.
#pragma once

#include "../by_string.hpp"
#include "../detail/short_path.hpp"
#include "../detail/string_table.hpp"
#include "../dump.hpp"
#include "../rows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// A Ruby heap in memory: a Dump.
struct RubyHeap {
    struct Edge {
        Node from, to;
        bool to_class;  ///< from an object to its class
    };

    std::string file;                       ///< the path, for messages
    StringTable strings;                    ///< the first one is empty
    std::vector<std::string> group_names;   ///< "root", "class", "module", "thread", "string" ...
    std::vector<std::uint64_t> addresses;   ///< per node; 0: not an object of Ruby
    std::vector<std::uint32_t> node_type;   ///< per node: string number
    std::vector<std::uint32_t> node_name;   ///< per node: string number
    std::vector<std::uint8_t> node_group;   ///< per node: number in group_names
    std::vector<std::uint64_t> bytes;       ///< per node
    std::vector<bool> has_class;            ///< per node: whether its first edge leads to its class
    std::vector<bool> pairs;                ///< per node: whether it is a hash that has_pairs()
    std::vector<std::uint32_t> first_edge;  ///< per node, and one more: its first edge
    std::vector<Node> edge_to;              ///< per edge
    std::vector<std::uint32_t> site;        ///< per node: string number; empty if none is known
    std::vector<std::uint32_t> generation;  ///< per node: the generation plus 1; 0: not known; or empty
    std::vector<std::pair<Node, std::uint64_t>> long_texts;  ///< nodes with cut names: a hash of the rest
    std::vector<std::pair<Node, Node>> superclass;           ///< of the classes, in the order of nodes
    std::vector<Node> roots;                                 ///< the lists of roots
    std::array<std::uint32_t, 2> cache_types{};              ///< inline caches: string numbers

    // The members of a Dump.
    /// The first groups, which the reader and machinery() know.
    enum Group : std::uint8_t { root_group, class_group, module_group, iclass_group, thread_group };
    static constexpr std::string_view default_retainers = "class,module,thread,root";
    static constexpr std::array<std::string_view, 0> global_names{};
    /// Calls f(DumpString) for each string.
    void for_each_string(auto f) const {
        auto const string = static_cast<std::size_t>(
            std::ranges::find(group_names, std::string_view("string")) - group_names.begin());
        for (Node n = 0; n != node_count(); ++n) {
            if (node_group[n] != string) continue;
            auto const rest =
                std::ranges::lower_bound(long_texts, n, {}, &std::pair<Node, std::uint64_t>::first);
            bool const longer = rest != long_texts.end() && rest->first == n;
            f(DumpString{n, n, node_name[n] != 0, name(n), longer ? rest->second : 0});
        }
    }

    /// Splits by the line that allocated the object.
    static Grouping by_site(RubyHeap const& heap) {
        return grouping_by(
            heap, [&](Node n) { return heap.site.empty() ? 0 : heap.site[n]; },
            [&](std::uint32_t at) { return std::string(at == 0 ? "(not traced)" : heap.strings[at]); });
    }
    /// Splits by the number of garbage collections before the allocation.
    static Grouping by_generation(RubyHeap const& heap) {
        return grouping_by(
            heap, [&](Node n) { return heap.generation.empty() ? 0 : heap.generation[n]; },
            [](std::uint32_t its) { return its == 0 ? "(not traced)" : std::to_string(its - 1); });
    }
    /// Splits by the outermost module of a class, and of the objects of a class: Gem of Gem::Version.
    static Grouping by_package(RubyHeap const& heap) {
        return grouping_by(
            heap,
            [&](Node n) -> std::string_view {
                std::uint8_t const group = heap.node_group[n];
                bool const is_class = group == class_group || group == module_group;
                std::string_view name = is_class ? heap.name(n) : heap.type_name(heap.type(n));
                constexpr std::string_view singleton = "#<Class:";
                while (name.starts_with(singleton)) name.remove_prefix(singleton.size());
                std::size_t const end = std::min(name.find("::"), name.find('>'));
                return is_class || end != name.npos ? name.substr(0, end) : std::string_view{};
            },
            [](std::string_view package) { return std::string(package.empty() ? "(no package)" : package); });
    }
    static constexpr std::array<DumpBreakdown<RubyHeap>, 4> breakdowns{{{"package", by_package},
                                                                        {"site", by_site},
                                                                        {"generation", by_generation},
                                                                        {"string", by_string<RubyHeap>}}};

    std::string const& source() const { return file; }
    std::uint32_t node_count() const { return static_cast<std::uint32_t>(addresses.size()); }
    std::uint32_t edge_count() const { return static_cast<std::uint32_t>(edge_to.size()); }
    std::uint64_t size(Node n) const { return bytes[n]; }
    /// The address in hexadecimal, or the name of a list of roots.
    std::string id(Node n) const { return addresses[n] == 0 ? std::string(name(n)) : address(addresses[n]); }
    IdLife id_life() const { return IdLife::object; }
    static std::string address(std::uint64_t number) {
        std::string text;
        for (; number != 0 || text.empty(); number /= 16) text += "0123456789abcdef"[number % 16];
        std::ranges::reverse(text);
        return "0x" + text;
    }
    std::uint32_t type(Node n) const { return node_type[n]; }
    std::string_view type_name(std::uint32_t type) const { return strings[type]; }
    std::size_t group(Node n) const { return node_group[n]; }
    std::size_t group_count() const { return group_names.size(); }
    std::string_view group_name(std::size_t group) const { return group_names[group]; }
    /// The text of a string or symbol, cut after 64 bytes, or the name of a class.
    std::string_view name(Node n) const { return strings[node_name[n]]; }

    /// The line that allocated the object: "shop/cart.rb:12"; empty if it was not traced.
    auto places() const {
        return [this](Node n) { return site.empty() ? "" : detail::short_path(strings[site[n]]); };
    }

    /// Whether the references of a hash are its keys and values in turn. One of them, the last, may be its
    /// default.
    bool has_pairs(Node n) const { return pairs[n]; }

    void for_each_root(auto f) const {
        for (Node const root : roots) f(root, name(root));
    }
    bool is_runtime(Node n) const { return node_group[n] == root_group && n + 1 != node_count(); }
    /// The node with the classes and the lists of roots as fields.
    std::vector<Node> globals() const { return {node_count() - 1}; }

    void for_each_edge(Node n, auto f) const {
        for (std::uint32_t e = first_edge[n]; e != first_edge[n + 1]; ++e)
            f(Edge{n, edge_to[e], e == first_edge[n] && has_class[n]});
    }
    Rows rows() const { return {edge_to.data(), first_edge.data()}; }
    std::string_view name(Edge const& edge) const {
        if (edge.to_class) return "<class>";
        return edge.from + 1 == node_count() ? name(edge.to) : std::string_view{};
    }
    NameKind name_kind(Edge const& edge) const {
        if (edge.to_class) return NameKind::internal;
        return edge.from + 1 == node_count() ? NameKind::field : NameKind::unnamed;
    }
    bool strong(Edge const& edge) const {
        if (edge.to_class) return true;
        return std::ranges::find(cache_types, node_type[edge.from]) == cache_types.end();
    }
    /// Links to classes and modules, except links from roots and from the constants of another class or
    /// module.
    auto machinery() const {
        return [this](Edge const& edge) {
            std::uint8_t const from = node_group[edge.from], to = node_group[edge.to];
            if (to != class_group && to != module_group) return to == iclass_group;
            if (from == root_group) return false;
            if (from != class_group && from != module_group) return true;
            auto const above = std::ranges::lower_bound(superclass, std::pair(edge.from, Node{0}));
            return edge.to_class || (above != superclass.end() && *above == std::pair(edge.from, edge.to));
        };
    }
};

}  // namespace trav::dump
