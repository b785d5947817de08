// by_constructor: the objects of a snapshot by their constructors, with the place of each in the program:
// "Session (shop/shop.js:9)". So two classes of one name are two. What is no object, or has a constructor of
// V8's, is in the band of its type.
#pragma once

#include "../split.hpp"
#include "places.hpp"
#include "snapshot.hpp"

#include <cstdint>
#include <string>
#include <tuple>

namespace trav::dump {

/// A breakdown of V8Dump: "constructor".
inline Split by_constructor(V8Snapshot const& snapshot) {
    V8Places const places(snapshot);
    std::size_t const object = snapshot.type_named("object");
    using Key = std::tuple<std::uint64_t, Node, std::uint32_t>;  // the type, the script, and the line from 1
    return split_by(
        snapshot,
        [&](Node n) -> Key {
            auto const* const at = snapshot.node_type[n] == object ? places.location(n) : nullptr;
            return {snapshot.type(n), at ? places.script(n) : V8Snapshot::none, at ? at->line + 1 : 0};
        },
        [&](Key const& key) {
            auto const& [type, script, line] = key;
            std::string const file = places.file(script);
            return snapshot.type_name(type) +
                   (file.empty() ? "" : " (" + file + ':' + std::to_string(line) + ')');
        });
}

}  // namespace trav::dump
