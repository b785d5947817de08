// NamedRoot: a root of the question.
#pragma once

#include <trav/dump/selector.hpp>

#include <string>

namespace heapprof {

/// A root of the question.
struct NamedRoot {
    std::string name;
    trav::dump::Selector selector;
};

/// The name of all other roots in bands.
inline std::string const other_roots = "(other)";

}  // namespace heapprof
