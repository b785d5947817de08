// The keys of a map's entries as texts.
#pragma once

#include "../file/any_dump.hpp"

#include <optional>
#include <string>
#include <vector>

namespace heapprof {

/// The texts of keys: `"user:17"`, 17, or an object.
std::vector<std::string> key_texts(AnyDump const& dump, std::vector<Node> const& keys);

/// The key of the entry `to` in `from`, a part of a map, as a step of a path: `["user:17"]`; or empty,
/// without a text of at most 60 bytes as the key. `before` is in front of `from` on the path. See key_of().
std::string key_step(AnyDump const& dump, std::optional<Node> before, Node from, Node to);

}  // namespace heapprof
