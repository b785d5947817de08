// trav/graph/index_range.hpp: the nodes 0, 1, ... count - 1 of a graph with numbered nodes.
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

    constexpr explicit IndexRange(std::size_t count) : count_(count) {}
    constexpr Iterator begin() const { return Iterator(0); }
    constexpr Iterator end() const { return Iterator(count_); }
    constexpr std::size_t size() const { return count_; }

  private:
    std::size_t count_;
};

}  // namespace trav
