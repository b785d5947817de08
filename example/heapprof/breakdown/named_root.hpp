// NamedRoot: a root of the question.
#pragma once

#include "../question/object_selector.hpp"

#include <string>

namespace heapprof {

/// A root of the question.
struct NamedRoot {
    std::string name;
    ObjectSelector selector;
};

/// The name of all other roots in bands.
inline std::string const other_roots = "(other)";

}  // namespace heapprof
