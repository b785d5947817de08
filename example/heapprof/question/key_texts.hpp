// key_texts: the keys of a map's entries as texts.
#pragma once

#include "../file/any_dump.hpp"

#include <string>
#include <vector>

namespace heapprof {

/// The texts of keys: `"user:17"`, 17, or an object.
std::vector<std::string> key_texts(AnyDump const& dump, std::vector<Node> const& keys);

}  // namespace heapprof
