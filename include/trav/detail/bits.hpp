// trav/detail/bits.hpp: an array of bits.
#pragma once

#include "column.hpp"
#include "compiler.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

class Bits {
    /// One of them.
    class Bit {
      public:
        TRAV_INLINE Bit(std::uint64_t& word, std::size_t i) : word_(word), at_(i % 64) {}
        TRAV_INLINE operator bool() const { return (word_ >> at_ & 1) != 0; }
        /// Without a branch.
        TRAV_INLINE Bit& operator=(bool is) {
            word_ = (word_ & ~(std::uint64_t{1} << at_)) | std::uint64_t{is} << at_;
            return *this;
        }

      private:
        std::uint64_t& word_;
        std::size_t at_;
    };

  public:
    /// So many, none of which is set.
    void clear(std::size_t count) { words_.assign(count / 64 + 1, 0); }
    TRAV_INLINE Bit operator[](std::size_t i) const { return {words_[i / 64], i}; }
    /// Whether one from `begin` on and before `end` is set, or another in one of their words.
    bool any_near(std::size_t begin, std::size_t end) const {
        for (std::size_t word = begin / 64; word * 64 < end; ++word)
            if (words_[word] != 0) return true;
        return false;
    }

  private:
    Column<std::uint64_t> words_;
};

}  // namespace trav::detail
