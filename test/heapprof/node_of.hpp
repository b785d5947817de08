// node_of: the node of a dump with a given id.
#pragma once

#include <trav/dump/any_dump.hpp>

#include <string>

namespace test {

/// Throws std::bad_optional_access if no object has the id.
inline trav::dump::Node node_of(trav::dump::AnyDump const& dump, std::string const& id) {
    return dump.find_id(id, 0, dump.node_count()).value();
}

}  // namespace test
