// trav/dump/v8/proxies.hpp: name_proxies: gives `new Proxy(...)`, which V8 counts among its own objects as
// "system / JSProxy", the type Proxy of the program.
//
// Costs a pass over the nodes.
#pragma once

#include "snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trav::dump {

inline void name_proxies(V8Snapshot& snapshot) {
    std::size_t const hidden = snapshot.type_named("hidden"), object = snapshot.type_named("object");
    std::vector<std::uint32_t> found;
    for (std::uint32_t n = 0; n != snapshot.node_count(); ++n)
        if (snapshot.node_type[n] == hidden && snapshot.name(n) == "system / JSProxy") found.push_back(n);
    if (found.empty() || object == snapshot.type_names.size()) return;
    snapshot.strings.add([](std::string& text) { text += "Proxy"; });
    auto const name = static_cast<std::uint32_t>(snapshot.strings.size() - 1);
    for (std::uint32_t const n : found) snapshot.node_name[n] = name;
    snapshot.proxy = std::uint64_t{object} << 32 | name;
}

}  // namespace trav::dump
