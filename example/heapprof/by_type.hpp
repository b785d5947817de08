// The breakdown by type.
#pragma once

#include "keys.hpp"

#include <trav/dump/dump.hpp>

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

template <trav::dump::Dump D>
Keys by_type(D const& dump) {
    std::unordered_map<decltype(dump.type(Node{})), std::uint32_t> numbers;
    std::vector<std::uint32_t> of_node;
    std::vector<trav::Band> bands;
    of_node.reserve(dump.node_count());
    for (Node n = 0; n < dump.node_count(); ++n) {
        auto const [at, fresh] = numbers.try_emplace(dump.type(n), static_cast<std::uint32_t>(bands.size()));
        if (fresh) bands.push_back({type_name(dump, n)});
        of_node.push_back(at->second);
    }
    return Keys("type", std::move(of_node), std::move(bands));
}

}  // namespace heapprof
