// trav/ghc/heap/objects.hpp: the linear walk over a heap: all allocated objects, live or dead.
//
// Offers Objects, a range of closures: first those in small blocks, then large objects, then compact regions,
// each in allocation order, as in GHC's census. It skips slop (words of zero between objects). Do not
// allocate during a walk.
#pragma once

#include "../layout/size.hpp"
#include "block.hpp"

#include <cstddef>
#include <vector>

namespace trav::ghc {

/// The blocks of a heap's objects; each large object and compact region has its own group.
struct BlockLists {
    std::vector<Block*> small, large, compacts;
};

class Objects {
  public:
    struct End {};
    class iterator {
      public:
        using value_type = Closure*;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        explicit iterator(BlockLists const& lists) : lists_(&lists) { find_object(); }
        Closure* operator*() const { return reinterpret_cast<Closure*>(at_); }
        iterator& operator++() {
            // a walk knows only the current object, so each would be a cache miss; most blocks are adjacent
            trav::detail::prefetch_at(reinterpret_cast<void const*>(address(at_) + block_bytes / 2));
            at_ = large_ ? end_ : at_ + size_words(**this) * word_bytes;
            find_object();
            return *this;
        }
        iterator operator++(int) {
            iterator const before = *this;
            ++*this;
            return before;
        }
        bool operator==(End) const { return kind_ == 3; }
        bool operator==(iterator const& other) const { return at_ == other.at_ && kind_ == other.kind_; }

      private:
        std::vector<Block*> const& list() const {
            return kind_ == 0 ? lists_->small : kind_ == 1 ? lists_->large : lists_->compacts;
        }
        /// Moves to the first object at or after this position.
        void find_object() {
            if (at_ >= end_ || is_slop()) [[unlikely]]
                seek();
        }
        bool is_slop() const { return !*reinterpret_cast<Entry const* const*>(at_); }
        TRAV_NOINLINE void seek() {
            for (;; next_block()) {
                while (at_ < end_ && is_slop()) at_ += word_bytes;
                if (at_ < end_ || kind_ == 3) return;
            }
        }
        void next_block() {
            while (kind_ != 3 && index_ == list().size()) ++kind_, index_ = 0;
            if (kind_ == 3) {
                at_ = end_ = nullptr;
                return;
            }
            Block const& block = *list()[index_++];
            at_ = block.start;
            end_ = block.free;
            large_ = block.large;
        }

        BlockLists const* lists_ = nullptr;
        int kind_ = 0;           // 0 small, 1 large, 2 compacts, 3 the end
        std::size_t index_ = 0;  // of the next block
        std::byte *at_ = nullptr, *end_ = nullptr;
        bool large_ = false;  // the block is one object
    };

    explicit Objects(BlockLists const& lists) : lists_(&lists) {}
    iterator begin() const { return iterator(*lists_); }
    End end() const { return {}; }

  private:
    BlockLists const* lists_;
};

}  // namespace trav::ghc
