// Helpers for the tests of Resource and NamedMemory.
#pragma once

#include <trav/graph/objects.hpp>
#include <trav/graph/resource.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>

#include <cstddef>

/// The objects of some roots by type.
inline trav::Table by_type_of(auto const& roots) {
    auto type = trav::by_type();
    trav::Profiler profiler{trav::Objects<>(), type};
    profiler.sample(roots);
    return profiler.profile().by(type);
}
/// The bytes of a Resource's own table, a map with a node for each range.
inline std::size_t bytes_of_ranges(std::size_t ranges) {
    using Bytes = decltype(trav::detail::Ranges<"any">::bytes);
    Bytes one;
    one[0] = 0;
    return sizeof(Bytes) + ranges * trav::owned_bytes(one);
}
