// trav/ghc/heap/storage.hpp: the memory of a heap: where its objects lie.
//
// Offers Storage: room for an object, objects() (a linear walk over all of them), and what a copying
// collection needs. An allocation moves a pointer; a block is fetched when one is full. Each capability
// fills blocks of its own.
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

    /// The capability whose objects are made from now on.
    void run_on(std::size_t capability) { capability_ = capability; }

    /// Room for an object; for a large one in blocks of its own. The bytes have no defined value.
    std::byte* room(std::size_t bytes) {
        if (bytes >= large_object_bytes) return room_apart(in_use_.large, bytes);
        Block*& block = current_[capability_];
        if (!block || block->free + bytes > block->end())
            block = in_use_.small.emplace_back(blocks_.allocate(1));
        return std::exchange(block->free, block->free + bytes);
    }
    /// Room for a compact region.
    std::byte* room_for_compact(std::size_t bytes) { return room_apart(in_use_.compacts, bytes); }

    /// Every object allocated, live or dead, in the order of GHC's census.
    Objects objects() const { return Objects(in_use_); }
    /// The blocks in which they lie.
    BlockLists const& in_use() const { return in_use_; }
    /// The bytes asked of the system.
    std::size_t bytes() const { return blocks_.bytes(); }

    // -- for a collection

    /// The blocks in use, to which a collection adds those that stay as they are.
    BlockLists& in_use() { return in_use_; }
    /// Takes all blocks out of use: what is allocated from now on lies in others.
    BlockLists take() {
        for (Block*& block : current_) block = nullptr;
        return std::exchange(in_use_, {});
    }
    void release(Block* group) { blocks_.release(group); }

  private:
    std::byte* room_apart(std::vector<Block*>& list, std::size_t bytes) {
        Block* const group = blocks_.allocate((bytes + block_bytes - 1) / block_bytes);
        group->large = true;
        group->free = group->start + bytes;
        list.push_back(group);
        return group->start;
    }

    BlockAllocator blocks_;
    BlockLists in_use_;
    std::vector<Block*> current_;  // by capability: the block that it fills
    std::size_t capability_ = 0;
};

}  // namespace trav::ghc
