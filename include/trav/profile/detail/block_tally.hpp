// trav/profile/detail/block_tally.hpp: counts objects during the sweep that solves the flows, block by block,
// while they are in the cache. If an object of a counted block grows later, the block is uncounted first, and
// counted again at the end.
#pragma once

#include "../../flow/memory_flow.hpp"
#include "../../flow/numbering.hpp"
#include "../in_batches.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace trav::detail {

/// counts(node, slot) returns whether to count the object. count(nodes, slots, back) counts at most
/// batch_size objects, or uncounts them.
template <class N, class Order, class Counts, class Count>
class BlockTally final : public GrowthWatcher {
  public:
    /// `counted` has a flag per block.
    BlockTally(Order const& order, std::vector<bool>& counted, Counts counts, Count count)
        : order_(order), counted_(counted), counts_(counts), count_(count) {}

    /// Counts a block that was just read.
    void add(std::size_t block, MemoryRows<N> const& rows) {
        for (std::size_t i = 0; i != rows.size();) {
            std::size_t const end = i + batch_size < rows.size() ? i + batch_size : rows.size();
            std::size_t size = 0;
            for (; i != end; ++i) {
                nodes_[size] = rows.node(i), slots_[size] = static_cast<Place>(rows.slot(i));
                size += std::size_t{counts_(rows.node(i), rows.slot(i))};
            }
            size_ = size;
            flush(false);
        }
        counted_[block] = true;
    }
    /// Counts the uncounted blocks.
    void finish() {
        for (std::size_t block = 0; block != order_.blocks(); ++block)
            if (!counted_[block]) read(block, block + 1, false);
    }
    void will_grow(std::size_t slot) override {
        std::size_t block = 0;  // the last block that begins at the slot or before it
        for (std::size_t left = order_.blocks(), half = left / 2; half != 0; left -= half, half = left / 2)
            if (order_.begin(block + half) <= slot) block += half;
        if (!counted_[block]) return;
        read(block, block, true);
        counted_[block] = false;
    }

  private:
    void read(std::size_t block, std::size_t next, bool back) {
        order_.each(block, next, [&](N const& n, std::size_t slot) { push(n, slot, back); });
        flush(back);
    }
    TRAV_INLINE void push(N const& n, std::size_t slot, bool back) {
        nodes_[size_] = n;
        slots_[size_] = static_cast<Place>(slot);
        size_ += std::size_t{counts_(n, slot)};
        if (size_ == batch_size) flush(back);
    }
    void flush(bool back) {
        if (size_ != 0) count_(std::span<N const>(nodes_.data(), size_), slots_.data(), back);
        size_ = 0;
    }

    Order const& order_;
    std::vector<bool>& counted_;
    Counts counts_;
    Count count_;
    std::array<N, batch_size> nodes_{};
    std::array<Place, batch_size> slots_{};
    std::size_t size_ = 0;
};

}  // namespace trav::detail
