// trav/profile/by_type.hpp: by_type(), a breakdown of a heap of trav::Objects by type.
//
//     auto type = trav::by_type();
//     trav::Profiler profiler{trav::Objects<Player, Monster>(), type};
#pragma once

#include "../graph/object.hpp"
#include "by.hpp"

#include <string>
#include <utility>

namespace trav {

/// A breakdown by the type of an Object; the band has the name of the type.
inline auto by_type(std::string name = "type") {
    return by(
        std::move(name), [](Object const& o) { return o.type; },
        [](Type const* type) { return type->name(); });
}

}  // namespace trav
