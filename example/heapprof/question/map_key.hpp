// map_key: the key of a map's entry, for a step of a path to the value of the entry.
#pragma once

#include "../file/any_dump.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// The key of the value `to` in `from`. In an entry of Java's maps it is the field `key` beside the field
/// `value` or `val`. In the table of a Map of V8's it is the element in front of the value; `before` is the
/// Map, the object in front of `from` on the path. Nothing for other objects.
std::optional<Node> map_key(AnyDump const& dump, std::optional<Node> before, Node from, Node to);

/// The texts of keys: `"user:17"`, 17, or an object.
std::vector<std::string> key_texts(AnyDump const& dump, std::vector<Node> const& keys);

}  // namespace heapprof
