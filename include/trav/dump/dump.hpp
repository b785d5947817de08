// trav/dump/dump.hpp: the concept Dump: the heap of a program, as written to a file.
//
//     struct MyDump {
//         struct Edge { Node from, to; };                   // and any other properties of a reference
//         std::string const& source() const;                // the file, for messages
//         std::uint32_t node_count() const;                 // objects are numbered from 0
//         std::uint32_t edge_count() const;
//         std::uint64_t size(Node) const;                   // bytes of the object alone
//         auto type(Node) const;                            // a number, the same for all objects of a type
//         std::string type_name(number) const;              // the name of that type: "Session"
//         void for_each_root(f) const;                      // f(node, name) for each object alive by itself
//         void for_each_edge(Node, f) const;                // f(edge), in the order of the dump
//     };
//
// A dump may have some of the following optional members, too. Call the functions below instead of the
// members: they return the default if a member is missing.
//
//     std::string name(Edge) const    the name of the edge in a path: the name of a field, or the index of an
//                                     element. Default: none
//     NameKind name_kind(Edge) const  the kind of that name. Default: field, or unnamed
//     bool strong(Edge) const         whether the edge keeps its target alive. Default: yes
//     auto machinery() const          a predicate on edges, which may have tables: whether the runtime made
//                                     the edge, not the program, as from an object to its class. Default: no
//     Rows rows() const               the targets of all edges, in one array; rows.hpp. Default: graphs copy
//                                     them
//     std::string name(Node) const    the object's own name; for an AnyDump a std::string_view. Default:
//                                     none
//     auto id(Node) const             a number or a text that identifies the object in every dump of the
//                                     process; @ID selects it. Default: the number of the object
//     optional<Node> find_id(text, first, last)
//                                     the object with an id, among the objects from `first` to before `last`;
//                                     default: compares the ids of all of them
//     IdLife id_life() const          how long an id means one object. Default: as long as the process lives
//     own_types() const               a vector of texts: the types that the program itself defines, which
//                                     tell two programs apart. Default: none, for unknown
//     auto globals() const            a vector of the objects with global variables as fields; paths
//     global_names                    begin there. And a range: the names of such an object in programs.
//                                     Default: paths begin with the name of a root, as they do if
//                                     has_globals() exists and returns false
//     auto group(Node) const          coarse types, for rules; with group_count() and group_name(number).
//                                     Default: the types; groups.hpp
//     default_retainers               a static text: the retainer rule; or retainer_rule(), a rule from the
//                                     file. Default: "roots"
//     auto retention() const          how retained sizes are counted: retention.hpp. Default: strong edges
//     breakdowns                      a static range: other ways to split the heap, as in
//                                     DumpBreakdown<MyDump>{"site", by_site}; grouping.hpp. Default: none
//     for_each_string(f) const        the strings and their contents; strings.hpp. Default: not known
//     for_each_value(wanted, f) const the values in fields; values.hpp. Default: none
//     auto places() const             a function from a Node to a text: the place in the program that made
//                                     the object, as in "app.js:12". Default: returns an empty text
//     graph() const                   the MappedCsr, if the dump remains in its file. Traversals in random
//                                     order then read the file again and again. Default: it is in memory
//     std::string remark() const      a remark on how the dump was read, for people, as in "2 references lead
//                                     nowhere". Default: an empty text
//     bool is_runtime(Node) const     whether a root is not an object of the program but stands for the
//                                     runtime, which retains everything. Default: no
//     bool has_pairs(Node) const      whether the object is a map whose edges, but for internal ones, lead to
//                                     its keys and values in turn. Default: no
//     bool lists_roots(Node) const    whether a node is not an object of the program but has roots as its
//                                     children. Default: if it is the runtime
//
// A new format is a folder with a reader and a struct like this one. V8Snapshot (v8/) and EdgeList (graph/)
// are examples.
#pragma once

#include "../detail/compiler.hpp"
#include "grouping.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace trav::dump {

/// An object of a dump, by its number.
using Node = std::uint32_t;

/// The kind of an edge's name.
enum class NameKind : std::uint8_t {
    field,     ///< of a member
    element,   ///< of an array: the name is an index
    variable,  ///< of a function or scope
    internal,  ///< given by the runtime; a path follows it if no field has the name
    unnamed,   ///< none: a path cannot follow the edge
};

/// How long an id means one object.
enum class IdLife : std::uint8_t {
    process,  ///< no other object of the process ever has it
    object,   ///< it is an address: once the object is freed, another one may have it
    dump,     ///< it is an address that the collector changes
};

/// A heap in a file.
template <class D>
concept Dump = requires(D const& dump, Node n, typename D::Edge const& edge) {
    { edge.from } -> std::convertible_to<Node>;
    { edge.to } -> std::convertible_to<Node>;
    { dump.source() } -> std::convertible_to<std::string>;
    { dump.node_count() } -> std::convertible_to<std::uint32_t>;
    { dump.edge_count() } -> std::convertible_to<std::uint32_t>;
    { dump.size(n) } -> std::convertible_to<std::uint64_t>;
    { dump.type(n) } -> std::integral;
    std::string(dump.type_name(dump.type(n)));
    dump.for_each_root([](Node, std::string_view) {});
    dump.for_each_edge(n, [](typename D::Edge const&) {});
};

/// A heap that stays in its file while it is in use.
template <class D>
concept MappedDump = Dump<D> && requires(D const& dump) { dump.graph(); };

/// The name of an edge; empty if it has none.
template <Dump D>
auto name(D const& dump, typename D::Edge const& edge) {
    if constexpr (requires { std::string(dump.name(edge)); }) return dump.name(edge);
    else return std::string_view{};
}

/// The object's own name; empty if it has none.
template <Dump D>
auto name(D const& dump, Node n) {
    if constexpr (requires { std::string(dump.name(n)); }) return dump.name(n);
    else return std::string_view{};
}

/// The kind of a name of which nothing else is known.
constexpr NameKind kind_of_name(std::string_view name) {
    return name.empty() ? NameKind::unnamed : NameKind::field;
}

/// The kind of an edge's name.
template <Dump D>
NameKind name_kind(D const& dump, typename D::Edge const& edge) {
    if constexpr (requires { dump.name_kind(edge); }) return dump.name_kind(edge);
    else return kind_of_name(name(dump, edge));
}

/// Whether an edge keeps its target alive.
template <Dump D>
bool strong(D const& dump, typename D::Edge const& edge) {
    if constexpr (requires { dump.strong(edge); }) return dump.strong(edge);
    else return true;
}

/// A predicate on edges: whether the runtime made an edge, not the program. The dump must outlive it.
template <Dump D>
auto machinery(D const& dump) {
    if constexpr (requires { dump.machinery(); }) return dump.machinery();
    else return [](typename D::Edge const&) { return false; };
}

/// A function from an object to the place in the program that made it, a text. The dump must outlive it.
template <Dump D>
auto places(D const& dump) {
    if constexpr (requires { dump.places(); }) return dump.places();
    else return [](Node) { return std::string(); };
}

/// The permanent id of an object: a number or a text.
template <Dump D>
auto id(D const& dump, Node n) {
    if constexpr (requires { dump.id(n); }) return dump.id(n);
    else return n;
}

/// How long an id means one object.
template <Dump D>
IdLife id_life(D const& dump) {
    if constexpr (requires { dump.id_life(); }) return dump.id_life();
    else return IdLife::process;
}

/// The types that the program itself defines; empty if they are not known.
template <Dump D>
std::vector<std::string> own_types(D const& dump) {
    if constexpr (requires { dump.own_types(); }) return dump.own_types();
    else return {};
}

/// The name of the object's type.
template <Dump D>
std::string type_name(D const& dump, Node n) {
    return std::string(dump.type_name(dump.type(n)));
}

/// The objects that are alive by themselves.
template <Dump D>
std::vector<Node> roots(D const& dump) {
    std::vector<Node> result;
    dump.for_each_root([&](Node n, auto const&) { result.push_back(n); });
    return result;
}

/// Whether the node stands for the runtime itself.
template <Dump D>
bool is_runtime(D const& dump, Node n) {
    if constexpr (requires { dump.is_runtime(n); }) return dump.is_runtime(n);
    else return false;
}

/// Whether the node's children are the roots.
template <Dump D>
bool lists_roots(D const& dump, Node n) {
    if constexpr (requires { dump.lists_roots(n); }) return dump.lists_roots(n);
    else return is_runtime(dump, n);
}

/// Whether the object's edges lead to keys and values in turn.
template <Dump D>
bool has_pairs(D const& dump, Node n) {
    if constexpr (requires { dump.has_pairs(n); }) return dump.has_pairs(n);
    else return false;
}

/// Whether paths begin with the fields of global objects.
template <Dump D>
bool has_globals(D const& dump) {
    if constexpr (requires { dump.has_globals(); }) return dump.has_globals();
    else return requires { dump.globals(); };
}

/// Whether objects have groups other than their types.
template <Dump D>
bool has_groups(D const& dump) {
    if constexpr (requires { dump.has_groups(); }) return dump.has_groups();
    else return requires { dump.group(Node{}); };
}

/// Sum of the sizes, in bytes. O(objects).
template <Dump D>
std::uint64_t total_size(D const& dump) {
    std::uint64_t bytes = 0;
    for (Node n = 0; n != dump.node_count(); ++n) bytes += dump.size(n);
    return bytes;
}

/// The other ways to split the heap.
template <Dump D>
constexpr auto breakdowns() {
    if constexpr (requires { D::breakdowns; }) return std::span(D::breakdowns);
    else return std::span<DumpBreakdown<D> const>();
}

/// The default terms of the retainer rule, separated by commas.
template <Dump D>
constexpr std::string_view default_retainers() {
    if constexpr (requires { D::default_retainers; }) return D::default_retainers;
    else return "roots";
}

/// The terms of the retainer rule for one dump.
template <Dump D>
std::string_view retainer_rule(D const& dump) {
    if constexpr (requires { dump.retainer_rule(); })
        return dump.retainer_rule().empty() ? default_retainers<D>() : dump.retainer_rule();
    else return default_retainers<D>();
}

/// A remark for people on how the dump was read; may be empty.
template <Dump D>
std::string remark(D const& dump) {
    if constexpr (requires { dump.remark(); }) return dump.remark();
    else return "";
}

}  // namespace trav::dump
