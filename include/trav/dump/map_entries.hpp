// trav/dump/map_entries.hpp: the entries of maps, for steps of paths from a map to a value.
//
//     key_of(dump, before, from, to)        // the key of the value `to`, at the end of before, from, to
//     value_of_key(dump, map, "user:17")    // the value of the key with this text
//
// In Java, an entry is an object with the fields `key` and `value`, or `val`, and the inside of a map
// consists of objects of java.util. In V8, the inside of a Map is its `table`: the elements of an entry are
// the key, the value, and a number without a reference. Ruby's dumps list the keys and values of a hash in
// turn. In Python the key is the name of the reference, so this header is not needed. Only strong references
// count.
//
// Both functions look at each reference of the objects in question once. The search for a key in Java takes a
// bit for each object of the dump.
#pragma once

#include "dump.hpp"
#include "named_path.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// Whether the object is a string or symbol, whose name is its text.
template <Dump D>
bool is_text(D const& dump, Node n) {
    constexpr std::array<std::string_view, 7> types{
        "(string)", "(concatenated string)", "(sliced string)", "java.lang.String", "String", "Symbol",
        "str"};
    return std::ranges::find(types, std::string_view(type_name(dump, n))) != types.end();
}

namespace detail {

/// The table of a Map of V8's.
template <Dump D>
std::optional<Node> table_of_map(D const& dump, Node map) {
    std::optional<Node> table;
    dump.for_each_edge(map, [&](typename D::Edge const& edge) {
        if (name_kind(dump, edge) == NameKind::internal && name(dump, edge) == "table" &&
            type_name(dump, edge.to) == std::string_view("(array)"))
            table = edge.to;
    });
    return table;
}

/// Whether a field of an entry in Java has this name.
inline bool in_entry(std::string_view name) { return name == "key" || name == "value" || name == "val"; }

/// Calls f(key, value) for the elements of a table of V8's.
template <Dump D>
void for_each_pair_in_table(D const& dump, Node table, auto const& f) {
    Node previous = 0;
    std::optional<std::uint64_t> expected;  // the number of the element after the previous one
    dump.for_each_edge(table, [&](typename D::Edge const& edge) {
        auto const number = strong(dump, edge) ? as_number(name(dump, edge)) : std::nullopt;
        if (!number) return;
        if (number == expected) f(previous, edge.to);
        previous = edge.to;
        expected = *number + 1;
    });
}

/// Calls f(key, value) for edges in turn.
template <Dump D>
void for_each_pair_in_turn(D const& dump, Node map, auto const& f) {
    Node key = 0;
    bool is_value = false;  // the next one
    dump.for_each_edge(map, [&](typename D::Edge const& edge) {
        if (name_kind(dump, edge) == NameKind::internal) return;
        if (is_value) f(key, edge.to);
        else key = edge.to;
        is_value = !is_value;
    });
}

/// Calls f(key, value) for an entry of Java's.
template <Dump D>
void for_pair_in_entry(D const& dump, Node entry, auto const& f) {
    Node key = 0, value = 0;
    bool has_key = false, has_value = false;
    dump.for_each_edge(entry, [&](typename D::Edge const& edge) {
        auto const& field = name(dump, edge);
        if (!strong(dump, edge) || !in_entry(field)) return;
        if (field == "key") key = edge.to, has_key = true;
        else value = edge.to, has_value = true;
    });
    if (has_key && has_value) f(key, value);
}

}  // namespace detail

/// The key of the value `to` in `from`. `before` is the object in front of `from` on the path, if there is
/// one. Nothing if `to` is not the value of an entry.
template <Dump D>
std::optional<Node> key_of(D const& dump, std::optional<Node> before, Node from, Node to) {
    std::optional<Node> found;
    auto const find = [&](Node key, Node value) {
        if (value == to && !found) found = key;
    };
    if (has_pairs(dump, from)) detail::for_each_pair_in_turn(dump, from, find);
    else if (before && detail::table_of_map(dump, *before) == from)
        detail::for_each_pair_in_table(dump, from, find);
    else detail::for_pair_in_entry(dump, from, find);
    return found;
}

/// Calls f(key, value) for each entry of a map. Does nothing for other objects.
template <Dump D>
void for_each_entry(D const& dump, Node map, auto const& f) {
    if (has_pairs(dump, map)) return detail::for_each_pair_in_turn(dump, map, f);
    if (auto const table = detail::table_of_map(dump, map))
        return detail::for_each_pair_in_table(dump, *table, f);
    std::map<decltype(dump.type(map)), std::string> types;  // of the objects of java.util
    auto const of_java = [&](Node n) -> std::string const& {
        auto const [type, fresh] = types.try_emplace(dump.type(n));
        std::string name = fresh ? type_name(dump, n) : "";
        if (name.starts_with("java.util.")) type->second = std::move(name);
        return type->second;
    };
    bool const subclass = of_java(map).empty();  // perhaps: its fields lead to HashMap$Node[] or the like
    std::vector<bool> seen(dump.node_count());
    std::vector<Node> rest{map};
    seen[map] = true;
    while (!rest.empty()) {
        Node const n = rest.back();
        rest.pop_back();
        if (n != map) detail::for_pair_in_entry(dump, n, f);
        dump.for_each_edge(n, [&](typename D::Edge const& edge) {
            if (seen[edge.to] || !strong(dump, edge) || detail::in_entry(name(dump, edge))) return;
            std::string const& type = of_java(edge.to);
            if (type.empty() || (n == map && subclass && type.find('$') == type.npos)) return;
            seen[edge.to] = true;
            rest.push_back(edge.to);
        });
    }
}

/// The value of the key with this text. Nothing if there is none, or if several keys have the text.
template <Dump D>
std::optional<Node> value_of_key(D const& dump, Node map, std::string_view text) {
    std::optional<Node> found;
    bool several = false;
    for_each_entry(dump, map, [&](Node key, Node value) {
        if (name(dump, key) != text || !is_text(dump, key)) return;
        several = several || found;
        found = value;
    });
    return several ? std::nullopt : found;
}

}  // namespace trav::dump
