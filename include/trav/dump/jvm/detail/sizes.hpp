// set_sizes: computes the sizes of the objects in a Java heap, which an hprof file does not contain.
//
// HotSpot places fields after a header and rounds sizes up to a multiple of 8. The sizes of headers and
// references depend on its options and version, and so does the alignment. Since the file has the addresses
// of objects, set_sizes chooses the largest layout without overlapping objects, and the alignment of all
// addresses.
#pragma once

#include "../heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace trav::dump::detail {

/// The properties of a shape that determine the sizes of its objects.
struct ShapeSize {
    std::uint64_t other = 0;       ///< bytes of fields that are not references
    std::uint32_t references = 0;  ///< number of reference fields
    std::uint32_t element = 0;     ///< of an array without references: bytes of an element
    std::uint64_t in_file = 0;     ///< size of an instance according to an Android file
    bool elements_refer = false;
};

/// How a virtual machine lays out objects, in bytes.
struct ObjectLayout {
    std::uint32_t reference, header, array_header;
};

/// Sets the sizes of all shapes.
inline void set_sizes(JvmHeap& heap, std::vector<ShapeSize> const& sizes, ObjectLayout layout) {
    for (std::size_t i = 0; i != heap.shapes.size(); ++i) {
        ShapeSize const& size = sizes[i];
        JvmShape& shape = heap.shapes[i];
        shape.element = size.elements_refer ? layout.reference : size.element;
        if (shape.element == 0)
            shape.bytes =
                heap.aligned(layout.header + size.other + std::uint64_t{size.references} * layout.reference);
        else shape.bytes = layout.array_header;  // the padding before elements of 8 bytes is in the rounding
    }
}

/// Whether an object extends beyond the address of the next one. `nodes`: sorted by their addresses.
inline bool objects_overlap(JvmHeap const& heap, std::span<Node const> nodes) {
    for (std::size_t i = 1; i < nodes.size(); ++i)
        if (heap.ids[nodes[i]] - heap.ids[nodes[i - 1]] < heap.size(nodes[i - 1])) return true;
    return false;
}

/// The alignment of all addresses, from 8 to 256; 8 if there are too few objects to tell.
inline std::uint32_t alignment_of(std::span<std::uint64_t const> addresses) {
    constexpr std::size_t enough = 100;
    std::uint64_t all = 256;
    for (std::uint64_t const address : addresses) all |= address;
    std::uint64_t const alignment = all & (~all + 1);  // the lowest bit
    return addresses.size() < enough || alignment < 8 ? 8 : static_cast<std::uint32_t>(alignment);
}

/// `nodes`: sorted by their addresses.
inline void set_sizes(JvmHeap& heap, std::vector<ShapeSize> const& sizes, std::span<Node const> nodes,
                      std::size_t id_size, bool android) {
    if (android) {
        set_sizes(heap, sizes, {4, 8, 12});
        for (std::size_t i = 0; i != heap.shapes.size(); ++i)
            if (sizes[i].in_file != 0) heap.shapes[i].bytes = sizes[i].in_file;
        return;
    }
    if (id_size == 4) return set_sizes(heap, sizes, {4, 8, 12});
    heap.alignment = alignment_of(heap.ids);
    // uncompressed; compressed class pointers; compressed references, too; compact headers (JDK 24)
    constexpr ObjectLayout layouts[] = {{8, 16, 24}, {8, 12, 16}, {4, 12, 16}, {4, 8, 12}};
    for (ObjectLayout const& layout : layouts) {
        set_sizes(heap, sizes, layout);
        if (!objects_overlap(heap, nodes)) return;
    }
}

}  // namespace trav::dump::detail
