// trav/ghc/heap/storage.hpp: the memory of a heap.
//
// Offers Storage: room for an object, objects() (a linear walk over all objects), and the needs of a copying
// collection. An allocation moves a pointer, and gets a new block when the current one is full. Each
// capability fills its own blocks.
#pragma once

#include "block.hpp"
#include "objects.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav::ghc {

class Storage {
  public:
    explicit Storage(std::size_t capabilities = 1) : current_(capabilities) {}

    /// Selects the capability that allocates from now on.
    void run_on(std::size_t capability) { capability_ = capability; }

    /// Memory for an object; a large object gets its own blocks. The bytes are uninitialized.
    std::byte* room(std::size_t bytes) {
        if (bytes >= large_object_bytes) return room_apart(in_use_.large, bytes);
        Block*& block = current_[capability_];
        if (!block || block->free + bytes > block->end())
            block = in_use_.small.emplace_back(blocks_.allocate(1));
        return std::exchange(block->free, block->free + bytes);
    }
    /// Memory for a compact region.
    std::byte* room_for_compact(std::size_t bytes) {
        std::byte* const room = room_apart(in_use_.compacts, bytes);
        make_part(in_use_.compacts.back(), in_use_.compacts.back());
        return room;
    }
    /// Adds an empty group behind the last one of a compact region.
    Block* add_to_compact(Block* last, std::size_t blocks) {
        last->link = blocks_.allocate(blocks);
        make_part(last->link, last->head);
        return last->link;
    }

    /// Every object allocated, live or dead, in the order of GHC's census.
    Objects objects() const { return Objects(in_use_); }
    /// The blocks of these objects.
    BlockLists const& in_use() const { return in_use_; }
    /// The bytes obtained from the system.
    std::size_t bytes() const { return blocks_.bytes(); }

    // -- for a collection

    /// The blocks in use; a collection adds the blocks that stay in place.
    BlockLists& in_use() { return in_use_; }
    /// Removes all blocks from use, so that later allocations go to other blocks.
    BlockLists take() {
        for (Block*& block : current_) block = nullptr;
        return std::exchange(in_use_, {});
    }
    void release(Block* group) {
        while (group) {
            Block* const next = group->link;
            blocks_.release(group);
            group = next;
        }
    }

  private:
    /// Lets every pointer into the group find the region.
    static void make_part(Block* group, Block* region) {
        group->large = true;
        group->head = region;
        Block const first = *group;
        for (std::size_t i = 1; i < first.blocks && i < usable_blocks; ++i)
            ::new (group + i) Block{first.start, first.start, nullptr, region, 0, true, false};
    }
    std::byte* room_apart(std::vector<Block*>& list, std::size_t bytes) {
        Block* const group = blocks_.allocate((bytes + block_bytes - 1) / block_bytes);
        group->large = true;
        group->free = group->start + bytes;
        list.push_back(group);
        return group->start;
    }

    BlockAllocator blocks_;
    BlockLists in_use_;
    std::vector<Block*> current_;  // by capability: the block it fills
    std::size_t capability_ = 0;
};

}  // namespace trav::ghc
