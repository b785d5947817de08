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
// Both functions look at each reference of the objects in question once.
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

/// Calls f(key, value) for the entries in one object of a map.
template <Dump D>
void for_each_pair(D const& dump, Node n, bool is_table, auto const& f) {
    bool const in_turn = has_pairs(dump, n);
    std::optional<Node> key, value, previous;
    std::optional<std::uint64_t> number;  // of the previous element
    dump.for_each_edge(n, [&](typename D::Edge const& edge) {
        if (!strong(dump, edge)) return;
        if (in_turn) {
            if (name_kind(dump, edge) == NameKind::internal) return;
            if (previous) f(*previous, edge.to), previous.reset();
            else previous = edge.to;
        } else if (is_table) {
            auto const its = as_number(name(dump, edge));
            if (!its) return;
            if (previous && *its == *number + 1) f(*previous, edge.to);
            previous = edge.to, number = its;
        } else if (auto const& called = name(dump, edge); in_entry(called))
            (called == "key" ? key : value) = edge.to;
    });
    if (key && value) f(*key, *value);
}

}  // namespace detail

/// The key of the value `to` in `from`. `before` is the object in front of `from` on the path, if there is
/// one. Nothing if `to` is not the value of an entry.
template <Dump D>
std::optional<Node> key_of(D const& dump, std::optional<Node> before, Node from, Node to) {
    bool const is_table = before && detail::table_of_map(dump, *before) == from;
    std::optional<Node> found;
    detail::for_each_pair(dump, from, is_table, [&](Node key, Node value) {
        if (value == to && !found) found = key;
    });
    return found;
}

/// Calls f(key, value) for each entry of a map. Does nothing for other objects.
template <Dump D>
void for_each_entry(D const& dump, Node map, auto const& f) {
    if (has_pairs(dump, map)) return detail::for_each_pair(dump, map, false, f);
    if (auto const table = detail::table_of_map(dump, map))
        return detail::for_each_pair(dump, *table, true, f);
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
        if (n != map) detail::for_each_pair(dump, n, false, f);
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
        if (!is_text(dump, key) || name(dump, key) != text) return;
        several = several || found;
        found = value;
    });
    return several ? std::nullopt : found;
}

}  // namespace trav::dump
