// The page before its data, between these and the tree, and after the tree, as cmake/page_parts.cmake puts it
// together from page/.
#pragma once

#include <string_view>

namespace heapprof {

extern std::string_view const page_before_data, page_before_tree, page_after_tree;

}  // namespace heapprof
