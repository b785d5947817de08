// merged_paths_text: a PathTree as text, with its steps in full.
#pragma once

#include <trav/path/path_tree.hpp>

#include <cstddef>
#include <string>

namespace heapprof {

/// At most `top` steps after each step; 0: all.
std::string merged_paths_text(trav::PathTree const& tree, std::string const& title, std::size_t top);

}  // namespace heapprof
