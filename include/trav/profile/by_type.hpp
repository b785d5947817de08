// trav/profile/by_type.hpp: by_type(), a breakdown of a heap of trav::Objects by their types.
//
//     auto type = trav::by_type();
//     trav::Profiler profiler{trav::Objects<Player, Monster>(), type};
#pragma once

#include "../graph/object.hpp"
#include "by.hpp"

#include <string>
#include <utility>

namespace trav {

/// By the type of an Object, whose name is that of the band.
inline auto by_type(std::string name = "type") {
    return by(
        std::move(name), [](Object const& o) { return o.type; },
        [](Type const* type) { return type->name(); });
}

}  // namespace trav
