// by_constructor: splits the objects of a snapshot by constructor and its place in the program: "Session
// (shop/shop.js:9)". So two classes with the same name are in two bands. Nodes that are not objects, and
// objects with a constructor of V8's own, are in the band of their type.
#pragma once

#include "../detail/part_of_name.hpp"
#include "../grouping.hpp"
#include "places.hpp"
#include "snapshot.hpp"

#include <cstdint>
#include <string>
#include <tuple>
#include <unordered_map>

namespace trav::dump {

/// The breakdown "constructor" of V8Dump.
inline Grouping by_constructor(V8Snapshot const& snapshot) {
    V8Places const places(snapshot);
    std::size_t const object = snapshot.type_named("object");
    std::unordered_map<std::uint64_t, std::string> types;        // their names
    using Key = std::tuple<std::uint64_t, Node, std::uint32_t>;  // the type, the script, and the line from 1
    return grouping_by(
        snapshot,
        [&](Node n) -> Key {
            auto const* const at = snapshot.node_type[n] == object ? places.location(n) : nullptr;
            return {snapshot.type(n), at ? places.script(n) : V8Snapshot::none, at ? at->line + 1 : 0};
        },
        [&](Key const& key) {
            auto const& [type, script, line] = key;
            std::string const file = places.file(script);
            auto const [name, fresh] = types.try_emplace(type);
            if (fresh) name->second = detail::part_of_name(snapshot.type_name(type));
            return name->second + (file.empty() ? "" : " (" + file + ':' + std::to_string(line) + ')');
        });
}

}  // namespace trav::dump
