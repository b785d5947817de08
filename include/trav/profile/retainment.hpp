// trav/profile/retainment.hpp: what a dominator tree shows of its objects: an object with its amounts, and
// siblings.
#pragma once

#include "amount.hpp"

#include <cstddef>

namespace trav {

/// An object in a dominator tree.
template <class N>
struct Retainment {
    N node;
    std::size_t depth;  ///< how many objects dominate it, itself not counted
    Amount own;
    Amount retained;  ///< with what it dominates
};

/// Siblings in a dominator tree: what one object dominates immediately. The tree must outlive them.
template <class N, class Index>
class Siblings {
  public:
    class Iterator {
      public:
        Iterator(N const* nodes, Index const* counts, std::size_t at)
            : nodes_(nodes), counts_(counts), at_(at) {}
        N const& operator*() const { return nodes_[at_]; }
        Iterator& operator++() {
            at_ += counts_[at_];  // past all that this one dominates
            return *this;
        }
        bool operator==(Iterator const&) const = default;

      private:
        N const* nodes_;
        Index const* counts_;
        std::size_t at_;
    };

    Siblings(N const* nodes, Index const* counts, std::size_t first, std::size_t last)
        : begin_(nodes, counts, first), end_(nodes, counts, last) {}
    Iterator begin() const { return begin_; }
    Iterator end() const { return end_; }

  private:
    Iterator begin_, end_;
};

}  // namespace trav
