// The breakdown by type.
#pragma once

#include "../file/any_dump.hpp"

#include <trav/profile/by.hpp>

#include <cstdint>

namespace heapprof {

/// The dump must outlive the breakdown.
inline auto by_type(AnyDump const& dump) {
    return trav::by(
        "type", [&dump](Node n) { return dump.type(n); },
        [&dump](std::uint64_t type) { return dump.type_name(type); });
}

}  // namespace heapprof
