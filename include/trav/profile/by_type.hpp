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

namespace detail {

// Not lambdas, which g++ 12 and clang number differently: one of them may compile trav/compiled.cpp.
struct TypeOfObject {
    Type const* operator()(Object const& o) const { return o.type; }
};
struct NameOfType {
    std::string operator()(Type const* type) const { return type->name(); }
};

}  // namespace detail

/// A breakdown by the type of an Object; the band has the name of the type.
inline By<detail::TypeOfObject, detail::NameOfType> by_type(std::string name = "type") {
    return {std::move(name), {}, {}};
}

}  // namespace trav
