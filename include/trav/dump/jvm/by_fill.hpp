// by_fill: splits the collections of a Java heap by their number of elements and by how full they are:
// "java.util.HashMap of 1-3 (0-25 % full)", "java.util.ArrayList (empty)".
#pragma once

#include "../detail/part_of_name.hpp"
#include "../grouping.hpp"
#include "collections.hpp"
#include "heap.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace trav::dump {

/// The breakdown "fill" of JvmDump.
inline Grouping by_java_fill(JvmHeap const& heap) {
    return JavaCollections(heap).all().grouping([&](std::uint64_t type, detail::Fill const& fill) {
        std::string const name = detail::part_of_name(heap.strings[static_cast<std::uint32_t>(type)]);
        if (fill.size == 0) return name + " (empty)";
        return name + " of " + fill.size_text() + " (" + fill.quarter_text() + " full)";
    });
}

}  // namespace trav::dump
