// trav/ghc/heap/memory_order.hpp: the memory order of the objects in the mock GHC heap: static closures
// first, then the objects in the order of a linear walk (objects.hpp).
//
// Closures have no numbers, but the addresses of two closures differ by at least a header. So a slot is as
// large as a header. A table (page_table.hpp) gives the first slot of each block of memory.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/growing_array.hpp"
#include "../layout/visit.hpp"
#include "heap.hpp"
#include "page_table.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::ghc {

class MemoryOrder {
  public:
    /// `threads`: whether lists() is true of threads and their stacks.
    MemoryOrder(Heap const& heap, bool ghc_compatible, bool threads)
        : heap_(&heap), ghc_compatible_(ghc_compatible), threads_(threads) {
        auto const& statics = heap.program().statics();
        std::size_t slots = statics.empty() ? 0 : slot_of_static(statics.back()) + 1;
        BlockLists const& lists = heap.blocks();
        std::vector<PageTable::Page> pages;
        std::size_t const blocks = lists.small.size() + lists.large.size() + lists.compacts.size();
        blocks_.reserve(blocks), begins_.reserve(blocks + 1), pages.reserve(blocks);
        begins_.push_back(slots);
        auto const add = [&](Block const* block, std::size_t of_block, std::size_t addressed) {
            blocks_.push_back(block);
            for (std::size_t i = 0; i != addressed; ++i, slots += of_block)
                pages.push_back({page(block->start) + i, static_cast<std::uint32_t>(slots)});
            begins_.push_back(slots);
        };
        for (Block const* block : lists.small) add(block, slots_in_block, 1);
        for (Block const* block : lists.large) add(block, 1, 1);
        regions_ = slots;
        for (Block const* region : lists.compacts)
            for (Block const* block = region; block; block = block->link)
                add(block, slots_in_block, block->blocks);
        if (slots >= PageTable::none) return;
        slots_ = slots;
        pages_ = PageTable(std::move(pages));
        statics_.assign(begins_[0], static_cast<std::uint32_t>(slots_));
        for (Closure* const c : statics) {
            Closure* const to = visited(c);
            std::size_t const at = heap.is_static(to) ? slot_of_static(to) : slot(to);
            statics_[slot_of_static(c)] = static_cast<std::uint32_t>(at);
        }
    }

    std::size_t slots() const { return slots_; }
    TRAV_ALWAYS_INLINE std::size_t slot(Closure* pointer) const {
        std::size_t const at = pages_.find_near(page(pointer)) + place_in_page(pointer);
        return at < slots_ ? at : slot_elsewhere(pointer);
    }
    /// The first block holds static closures, the others the objects of the heap.
    std::size_t blocks() const { return blocks_.size() + 1; }
    std::size_t begin(std::size_t block) const { return block == 0 ? 0 : begins_[block - 1]; }
    TRAV_ALWAYS_INLINE void each(std::size_t block, std::size_t next_block, auto&& f) const {
        if (block == 0) {
            for (Closure* const c : heap_->program().statics())
                if (statics_[slot_of_static(c)] == slot_of_static(c)) f(c, slot_of_static(c));
            return;
        }
        Block const& in = *blocks_[block - 1];
        std::size_t const first = begins_[block - 1];
        if (first >= regions_) return each_of_region(in, f);
        Word const start = address(in.start);
        Word const ahead = next_block - 1 < blocks_.size() ? address(blocks_[next_block - 1]->start) : start;
        for (std::byte* at = in.start; at < in.free;) {
            auto* const c = reinterpret_cast<Closure*>(at);
            // a walk knows only the current object, so each would be a cache miss
            trav::detail::prefetch_at(reinterpret_cast<void const*>(ahead + address(at) - start));
            if (c->info == nullptr) {  // slop
                at += word_bytes;
                continue;
            }
            std::byte* const next = in.large ? in.free : at + size_words(c) * word_bytes;
            bool const visits = is_visited(info(c)) || visited(c) == c;
            f(c, visits ? first + static_cast<std::size_t>(at - in.start) / slot_bytes : slots_);
            at = next;
        }
    }
    /// All except static closures and the objects of compact regions.
    bool lists(Closure const* c, std::size_t slot) const {
        bool const is_thread = type(c) == ClosureType::TSO || type(c) == ClosureType::STACK;
        return slot >= begins_[0] && !(slot >= regions_ && is_in_region(c)) && (threads_ || !is_thread);
    }

  private:
    static constexpr std::size_t slot_bytes = header_words * word_bytes;
    static constexpr std::size_t slots_in_block = (block_bytes + slot_bytes - 1) / slot_bytes;

    TRAV_NOINLINE void each_of_region(Block const& group, auto& f) const {
        if (auto* const region = reinterpret_cast<Closure*>(group.start); group.head == &group)
            f(region, slot(region));
        each_in_group(group, [&](Closure* c) { f(c, visited(c) == c ? slot(c) : slots_); });
    }

    static Word place_in_page(void const* p) { return address(p) % block_bytes / slot_bytes; }
    static Word page(void const* p) { return address(p) / block_bytes; }
    std::size_t slot_of_static(Closure const* c) const { return heap_->program().place(c) / slot_bytes; }
    Closure* visited(Closure* pointer) const {
        return visited_closure(pointer,
                               [this](Closure* c) { return ghc_compatible_ || heap_->is_static(c); });
    }
    /// For pointers outside the stretch that holds most of the heap.
    TRAV_NOINLINE std::size_t slot_elsewhere(Closure* pointer) const {
        if (Word const at = slot_of_static(pointer); at < statics_.size()) return statics_[at];
        std::size_t const at = pages_.find(page(pointer)) + place_in_page(pointer);
        if (at < slots_) return at;
        Closure* const c = visited(pointer);
        if (c == nullptr) return slots_;
        return c != untag(pointer) ? slot(c) : slots_ + 1;
    }

    Heap const* heap_;
    bool ghc_compatible_, threads_;
    std::size_t slots_ = 0, regions_ = 0;  // the first slot of a compact region
    std::vector<Block const*> blocks_;
    std::vector<std::size_t> begins_;  // of each block, then the end
    PageTable pages_;
    // by slot of a static closure: the slot of the closure that it stands for
    trav::detail::GrowingArray<std::uint32_t> statics_;
};

}  // namespace trav::ghc
