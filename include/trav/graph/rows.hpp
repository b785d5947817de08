// trav/graph/rows.hpp: the rows of a graph in blocks. Wherever they are, a sweep asks for one block after the
// other.
//
//     std::size_t blocks() const;
//     std::size_t begin(std::size_t block) const;       // its first node or slot; begin(blocks()) is the end
//     auto read(std::size_t block, std::size_t next);   // valid until the next call; `next` is read after it
//
// RowBlocks (row_blocks.hpp) are rows in a file, OrderedRows (memory_rows.hpp) those of any graph in memory
// order. sweep_blocks (flow/late_updates.hpp) sweeps over them.
#pragma once

#include "../detail/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace trav {

template <class R>
concept Rows = requires(R& rows, std::size_t block) {
    { rows.blocks() } -> std::convertible_to<std::size_t>;
    { rows.begin(block) } -> std::convertible_to<std::size_t>;
    rows.read(block, block);
};

/// Consecutive rows in arrays. Refers to them.
template <std::unsigned_integral Node>
struct RowBlock {
    std::size_t first = 0, rows = 0;
    std::uint64_t const* offsets = nullptr;  ///< rows + 1 positions in the array of all targets
    Node const* targets = nullptr;           ///< of these rows
    std::uint8_t const* kinds = nullptr;     ///< one for each target, if there are kinds

    std::size_t begin(std::size_t i) const { return static_cast<std::size_t>(offsets[i] - offsets[0]); }
    std::size_t references() const { return begin(rows); }
    std::span<Node const> row(std::size_t i) const { return {targets + begin(i), targets + begin(i + 1)}; }
};

}  // namespace trav
