// trav/profile/detail/block_marks.hpp: BlockMarks, which records, per live block, how it was first reached,
// and how many of its bytes objects take. Memory is scanned for pointers word by word; any word that looks
// like a pointer is treated as one.
#pragma once

#include "../../allocations.hpp"
#include "../../detail/compiler.hpp"
#include "program_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::detail {

class BlockMarks {
  public:
    using Mark = std::uint32_t;
    static constexpr Mark none = ~Mark{0};

    explicit BlockMarks(LiveBlocks blocks)
        : blocks_(std::move(blocks)), marks_(blocks_.size(), none), taken_(blocks_.size()) {
        if (blocks_.empty()) return;
        lowest_ = blocks_[0].address;
        highest_ = static_cast<char const*>(blocks_.end()[-1].address) + blocks_.end()[-1].given;
    }

    LiveBlocks const& blocks() const { return blocks_; }
    Mark operator[](std::size_t block) const { return marks_[block]; }
    /// The requested bytes that no object has taken.
    std::size_t left(std::size_t block) const {
        return blocks_[block].bytes - std::min(taken_[block], blocks_[block].bytes);
    }

    /// Marks the block that `p` points into, unless it is marked already, and takes bytes of it. Returns
    /// whether there is such a block.
    bool mark(void const* p, Mark mark, std::size_t bytes) {
        LiveBlock const* const block = blocks_.at(p);
        if (block == nullptr) return false;
        if (Mark& now = of(*block); now == none) now = mark;
        taken_[index(*block)] += bytes;
        return true;
    }
    /// Marks all unmarked blocks reachable through pointers in this memory.
    void mark_behind(MemoryRange memory, Mark mark, bool malloc_is_there = false) {
        look_at(memory, mark, malloc_is_there);
        while (!found_.empty()) {
            LiveBlock const& block = *found_.back();
            found_.pop_back();
            look_at(range(block), mark, false);
        }
    }
    static MemoryRange range(LiveBlock const& block) {
        auto const first = reinterpret_cast<std::uintptr_t>(block.address);
        return {first, first + block.bytes};
    }

  private:
    std::size_t index(LiveBlock const& block) const {
        return static_cast<std::size_t>(&block - blocks_.begin());
    }
    Mark& of(LiveBlock const& block) { return marks_[index(block)]; }

    TRAV_NO_SANITIZE_ADDRESS void look_at(MemoryRange memory, Mark mark, bool malloc_is_there) {
        constexpr std::uintptr_t word = sizeof(void*);
        for (std::uintptr_t at = (memory.first + word - 1) / word * word; at + word <= memory.end; at += word)
            note(*reinterpret_cast<void const* const volatile*>(at), mark, malloc_is_there);
    }
    void note(void const* p, Mark mark, bool malloc_is_there) {
        if (p < lowest_ || p > highest_) return;
        LiveBlock const* const block = blocks_.at(p);
        if (block == nullptr || of(*block) != none) return;
        // glibc itself points to the last word of a block, which belongs to the free block behind it
        auto const offset =
            static_cast<std::size_t>(static_cast<char const*>(p) - static_cast<char const*>(block->address));
        if (malloc_is_there && offset != 0 && offset + sizeof(void*) == block->given) return;
        of(*block) = mark;
        found_.push_back(block);
    }

    LiveBlocks blocks_;
    std::vector<Mark> marks_;
    std::vector<std::size_t> taken_;
    std::vector<LiveBlock const*> found_;
    void const* lowest_ = nullptr;
    void const* highest_ = nullptr;
};

}  // namespace trav::detail
