// The page before its data, between the data and the tree, and after the tree. cmake/page_parts.cmake builds
// these parts from page/.
#pragma once

#include <string_view>

namespace heapprof {

extern std::string_view const page_before_data, page_before_tree, page_after_tree;

}  // namespace heapprof
