// map_key: the key of an entry of a map, if a step of a path leads to its value.
#pragma once

#include "../file/any_dump.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// The key of the value `to`, to which `from` refers: the field `key` beside a field `value` or `val`, as in
/// the entries of Java's maps; or, if `from` is the table of a Map of V8's, which is `before` it on the path,
/// the element before the value.
std::optional<Node> map_key(AnyDump const& dump, std::optional<Node> before, Node from, Node to);

/// The texts of keys: `"user:17"`, 17, or an object.
std::vector<std::string> key_texts(AnyDump const& dump, std::vector<Node> const& keys);

}  // namespace heapprof
