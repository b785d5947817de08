// set_sizes: the bytes of objects in a Java heap, which an hprof file does not have.
//
// HotSpot puts fields behind a header and rounds up to 8. How large headers and references are depends on its
// options and version. The file has addresses: of the ways that there are the largest is taken with which no
// object reaches into the next.
#pragma once

#include "../../detail/ids.hpp"
#include "../heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trav::dump::detail {

/// What the size of the objects of one shape depends on.
struct ShapeSize {
    std::uint64_t other = 0;       ///< bytes of fields that are no references
    std::uint32_t references = 0;  ///< fields that are
    std::uint32_t element = 0;     ///< of an array that has no references: bytes of an element
    std::uint64_t in_file = 0;     ///< of an instance, as an Android file says
    bool elements_refer = false;
};

/// How a virtual machine lays out objects.
struct ObjectLayout {
    std::uint32_t reference, header, array_header;
};

/// Sets the bytes of all shapes.
inline void set_sizes(JvmHeap& heap, std::vector<ShapeSize> const& sizes, ObjectLayout layout) {
    for (std::size_t i = 0; i != heap.shapes.size(); ++i) {
        ShapeSize const& size = sizes[i];
        JvmShape& shape = heap.shapes[i];
        shape.element = size.elements_refer ? layout.reference : size.element;
        if (shape.element == 0)
            shape.bytes =
                (layout.header + size.other + std::uint64_t{size.references} * layout.reference + 7) / 8 * 8;
        else shape.bytes = shape.element == 8 ? (layout.array_header + 7) / 8 * 8 : layout.array_header;
    }
}

/// Whether an object reaches into the one behind it. `entries`: objects by their addresses.
inline bool objects_overlap(JvmHeap const& heap, std::span<Ids::Entry const> entries) {
    for (std::size_t i = 1; i < entries.size(); ++i) {
        std::uint64_t const room = entries[i].id - entries[i - 1].id;
        if (room != 0 && room < heap.size(entries[i - 1].node)) return true;
    }
    return false;
}

inline void set_sizes(JvmHeap& heap, std::vector<ShapeSize> const& sizes, std::span<Ids::Entry const> entries,
                      std::size_t id_size, bool android) {
    if (android) {
        set_sizes(heap, sizes, {4, 8, 12});
        for (std::size_t i = 0; i != heap.shapes.size(); ++i)
            if (sizes[i].in_file != 0 && heap.shapes[i].element == 0) heap.shapes[i].bytes = sizes[i].in_file;
        return;
    }
    if (id_size == 4) return set_sizes(heap, sizes, {4, 8, 12});
    // all in full; classes compressed; references, too; compact headers (JDK 24)
    constexpr ObjectLayout layouts[] = {{8, 16, 24}, {8, 12, 16}, {4, 12, 16}, {4, 8, 12}};
    for (ObjectLayout const& layout : layouts) {
        set_sizes(heap, sizes, layout);
        if (!objects_overlap(heap, entries)) return;
    }
}

}  // namespace trav::dump::detail
