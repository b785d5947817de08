// The breakdown by type: the constructor of an object, or what kind of thing a node is: (string), (closure), (code) ...
#pragma once

#include "keys.hpp"

#include <cstdint>
#include <unordered_map>

namespace heapprof {

inline Keys by_type(const trav::dump::V8Snapshot& snapshot) {
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::vector<std::uint32_t> of_node;
    std::vector<trav::Band> bands;
    for (Node n = 0; n < snapshot.node_count(); ++n) {
        std::string name = class_name(snapshot, n);
        const auto [at, fresh] = numbers.try_emplace(name, static_cast<std::uint32_t>(bands.size()));
        if (fresh) bands.push_back({std::move(name)});
        of_node.push_back(at->second);
    }
    return Keys("type", std::move(of_node), std::move(bands));
}

}  // namespace heapprof
