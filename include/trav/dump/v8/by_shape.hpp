// by_shape: splits the plain objects of a snapshot, which all have the type Object, by the names of their own
// properties: "{tag, text}". All other nodes are in the bands of their types.
//
// V8 does not write numbers, so properties that hold numbers are missing: {x: 1} is "{}".
#pragma once

#include "../grouping.hpp"
#include "snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// The own properties of a plain object, by the numbers of their names.
inline std::vector<std::uint32_t> own_properties(V8Snapshot const& snapshot, Node object) {
    std::vector<std::uint32_t> names;
    std::string_view last;
    snapshot.for_each_edge(object, [&](V8Edge const& edge) {
        if (edge.kind != V8EdgeKind::property) return;
        std::string_view const name = snapshot.strings[edge.name_or_index];
        bool const accessor = name.starts_with("get ") || name.starts_with("set ");
        if (name == "__proto__" || (accessor && name.substr(4) == last)) return;  // `last` already has them
        last = name;
        names.push_back(edge.name_or_index);
    });
    return names;
}

/// "{tag, text}", cut after about `longest` bytes.
inline std::string shape_text(V8Snapshot const& snapshot, std::vector<std::uint32_t> const& names,
                              std::size_t longest) {
    std::string text = "{";
    for (std::uint32_t const name : names) {
        std::string_view const next = snapshot.strings[name];
        if (text.size() != 1) text += ", ";
        if (text.size() + next.size() >= longest) return text + "..}";
        text += next;
    }
    return text + '}';
}

}  // namespace detail

/// The breakdown "shape" of V8Dump.
inline Grouping by_shape(V8Snapshot const& snapshot) {
    std::size_t const object = snapshot.type_named("object");
    using Key = std::pair<std::uint64_t, std::vector<std::uint32_t>>;  // the type, and the properties
    auto const plain = [&](std::size_t type, std::string_view name) {
        return type == object && name == "Object";
    };
    return grouping_by(
        snapshot,
        [&](Node n) -> Key {
            bool const is_plain = plain(snapshot.node_type[n], snapshot.name(n));
            return is_plain ? Key{0, detail::own_properties(snapshot, n)} : Key{1 + snapshot.type(n), {}};
        },
        [&](Key const& key) {
            return key.first != 0 ? snapshot.type_name(key.first - 1)
                                  : detail::shape_text(snapshot, key.second, 60);
        });
}

}  // namespace trav::dump
