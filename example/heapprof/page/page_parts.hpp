// The page before and after its data, as cmake/page_parts.cmake puts it together from page/.
#pragma once

#include <string_view>

namespace heapprof {

extern std::string_view const page_before_data, page_after_data;

}  // namespace heapprof
