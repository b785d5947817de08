// The breakdown by type: the constructor of an object, or what kind of thing a node is: (string), (closure), (code) ...
#pragma once

#include "keys.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

inline Keys by_type(trav::dump::V8Snapshot const& snapshot) {
    std::size_t const object = snapshot.type_named("object"), native = snapshot.type_named("native");
    std::unordered_map<std::uint64_t, std::uint32_t>
        numbers;  // by type and, where it matters, name: cheaper than by text
    std::vector<std::uint32_t> of_node;
    std::vector<trav::Band> bands;
    of_node.reserve(snapshot.node_count());
    for (Node n = 0; n < snapshot.node_count(); ++n) {
        std::uint64_t const type = snapshot.node_type[n];
        std::uint64_t const name = type == object || type == native ? snapshot.node_name[n] : 0;
        auto const [at, fresh] =
            numbers.try_emplace(type << 32 | name, static_cast<std::uint32_t>(bands.size()));
        if (fresh) bands.push_back({class_name(snapshot, n)});
        of_node.push_back(at->second);
    }
    return Keys("type", std::move(of_node), std::move(bands));
}

}  // namespace heapprof
