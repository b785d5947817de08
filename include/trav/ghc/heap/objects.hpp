// trav/ghc/heap/objects.hpp: the linear walk over a heap: everything that was allocated, live or dead.
//
// Offers Objects, a range of closures: those in blocks first, then large objects, then compact regions, each
// in the order of allocation, as in GHC's census. Slop (words of zero between objects) is skipped. Nothing
// may be allocated during a walk.
#pragma once

#include "../layout/size.hpp"
#include "block.hpp"

#include <cstddef>
#include <vector>

namespace trav::ghc {

/// The blocks that a heap's objects lie in; large objects and compact regions have groups of their own.
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
        explicit iterator(BlockLists const& lists) : lists_(&lists) { settle(); }
        Closure* operator*() const { return reinterpret_cast<Closure*>(at_); }
        iterator& operator++() {
            Block const& block = *list()[index_];
            at_ = block.large ? block.free : at_ + size_words(**this) * word_bytes;
            settle();
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
        /// Moves to the next object at or after this place.
        void settle() {
            for (; kind_ < 3; ++kind_, index_ = 0)
                for (; index_ < list().size(); ++index_, at_ = nullptr) {
                    Block const& block = *list()[index_];
                    if (!at_) at_ = block.start;
                    while (at_ < block.free && !*reinterpret_cast<Entry const* const*>(at_))
                        at_ += word_bytes;
                    if (at_ < block.free) return;
                }
            at_ = nullptr;
        }

        BlockLists const* lists_ = nullptr;
        int kind_ = 0;  // which list
        std::size_t index_ = 0;
        std::byte* at_ = nullptr;
    };

    explicit Objects(BlockLists const& lists) : lists_(&lists) {}
    iterator begin() const { return iterator(*lists_); }
    End end() const { return {}; }

  private:
    BlockLists const* lists_;
};

}  // namespace trav::ghc
