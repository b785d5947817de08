// By the module that owns an object: the namespace of its type; for a type without one, such as char[], the
// namespace of the nearest owner. A heap of trav::Objects.
#pragma once

#include "nearest_owner.hpp"

#include <trav/graph/object.hpp>

#include <cstddef>
#include <string>

// [scheme]
/// "chat" for a chat::Room; empty for types without a namespace, or in std.
inline std::string module_of(trav::Object const& o) {
    std::string const type = o.type->name();
    std::size_t const end = type.find_first_of(":<(");
    bool const has_one = end != type.npos && type[end] == ':' && type.compare(0, end, "std") != 0;
    return has_one ? type.substr(0, end) : std::string();
}
/// A line for each module. `dominators` is the dominator tree of the heap.
trav::Table by_module(auto const& dominators) {
    trav::Table table = by_nearest_owner(dominators, module_of);
    table.columns = {"module"};
    return table;
}
// [scheme]
