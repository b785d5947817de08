// trav/detail/bits.hpp: an array of bits.
#pragma once

#include "compiler.hpp"
#include "growing_array.hpp"

#include <cstddef>
#include <cstdint>

namespace trav::detail {

class Bits {
    /// A reference to one bit.
    class Bit {
      public:
        TRAV_INLINE Bit(std::uint64_t& word, std::size_t i) : word_(word), at_(i % 64) {}
        TRAV_INLINE operator bool() const { return (word_ >> at_ & 1) != 0; }
        /// Assigns without a branch.
        TRAV_INLINE Bit& operator=(bool is) {
            word_ = (word_ & ~(std::uint64_t{1} << at_)) | std::uint64_t{is} << at_;
            return *this;
        }

      private:
        std::uint64_t& word_;
        std::size_t at_;
    };

  public:
    /// Resizes to `count` bits, all of them clear.
    void clear(std::size_t count) { words_.assign(count / 64 + 1, 0); }
    TRAV_INLINE Bit operator[](std::size_t i) const { return {words_[i / 64], i}; }
    /// Whether any bit is set in the words that hold the bits from `begin` up to, but not including, `end`.
    bool any_near(std::size_t begin, std::size_t end) const {
        for (std::size_t word = begin / 64; word * 64 < end; ++word)
            if (words_[word] != 0) return true;
        return false;
    }

  private:
    GrowingArray<std::uint64_t> words_;
};

}  // namespace trav::detail
