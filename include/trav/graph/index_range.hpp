// trav/graph/index_range.hpp: some consecutive nodes of a graph with numbered nodes.
#pragma once

#include "../detail/compiler.hpp"

#include <cstddef>

namespace trav {

template <class Node>
class IndexRange {
  public:
    class Iterator {
      public:
        Iterator() = default;
        constexpr explicit Iterator(std::size_t at) : at_(at) {}
        constexpr Node operator*() const { return static_cast<Node>(at_); }
        constexpr Iterator& operator++() {
            ++at_;
            return *this;
        }
        bool operator==(Iterator const&) const = default;

      private:
        std::size_t at_ = 0;
    };

    /// The nodes 0, 1, ... count - 1.
    constexpr explicit IndexRange(std::size_t count) : end_(count) {}
    constexpr IndexRange(std::size_t begin, std::size_t end) : begin_(begin), end_(end) {}
    constexpr Iterator begin() const { return Iterator(begin_); }
    constexpr Iterator end() const { return Iterator(end_); }
    constexpr std::size_t size() const { return end_ - begin_; }

  private:
    std::size_t begin_ = 0, end_;
};

}  // namespace trav
