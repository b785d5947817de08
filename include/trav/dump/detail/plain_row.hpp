// PlainRows: takes rows of comma-separated integers from a text in memory: the bulk of a large JSON file.
//
// Finds characters that are not digits, 64 bytes at a time, as one bit each. So no number has to wait for the
// end of the previous one.
#pragma once

#include "../../detail/compiler.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace trav::dump::detail {

/// Any number with this many digits is below 2^64.
inline constexpr std::size_t safe_digits = 19;

/// Loads 8 bytes, the first one lowest. Digits become their values, 0 to 9; all other bytes become greater.
inline std::uint64_t eight_bytes(char const* at) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) std::memcpy(&word, at, 8);
    else
        for (unsigned i = 0; i != 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
    return word ^ 0x3030303030303030;
}

/// A bit for each of the 8 bytes from `at` on that is not a digit.
inline std::uint64_t no_digits(char const* at) {
    std::uint64_t const word = eight_bytes(at);
    std::uint64_t const low_bits = 0x7f7f7f7f7f7f7f7f, above_nine = 0x7676767676767676;
    std::uint64_t const high = (((word & low_bits) + above_nine) | word) & ~low_bits;
    return (high >> 7) * 0x0102040810204080 >> 56;
}

/// Parses the number of at most 8 digits at `at`. All 8 bytes at `at` must be readable.
inline std::uint64_t short_number(char const* at, std::size_t digits) {
    std::uint64_t word = eight_bytes(at) << 8 * (8 - digits);  // leading zeros
    word = word * 10 + (word >> 8);                            // pairs of digits, in every second byte
    std::uint64_t const pairs = 0xff000000ff;
    return ((word & pairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
            (word >> 16 & pairs) * (1 + (std::uint64_t{10'000} << 32))) >>
           32;
}

/// Takes rows from a text.
class PlainRows {
  public:
    explicit PlainRows(std::string_view text)
        : next_(text.data()),
          block_(text.data()),
          blocks_(text.size() < block_size ? 0 : (text.size() - 8) / block_size) {}

    /// Takes the next row, the comma after it, and a line break if one follows. Returns false if the text is
    /// nearly at its end, if another character follows, or if a number has more than safe_digits digits. Then
    /// nothing is taken, and nothing can be taken any more.
    TRAV_ALWAYS_INLINE bool take(std::span<std::uint64_t> numbers) {
        char const* at = next_;
        char const* after = nullptr;
        for (std::uint64_t& number : numbers) {
            if (after != nullptr) {
                if (*after != ',') return false;
                at = after + 1;
            }
            after = next_break();
            if (after == nullptr || !read(at, after, number)) return false;
        }
        if (*after == '\n') {
            ++after;
            if (next_break() != after) return false;
        }
        if (*after != ',') return false;
        next_ = after + 1;
        if (*next_ == '\n')
            if (char const* const line_break = next_break()) next_ = line_break + 1;
        return true;
    }
    /// The text after the rows taken.
    char const* next() const { return next_; }

  private:
    static constexpr std::size_t block_size = 64;

    TRAV_ALWAYS_INLINE static bool read(char const* at, char const* after, std::uint64_t& number) {
        auto const digits = static_cast<std::size_t>(after - at);
        if (digits - 1 < 8) [[likely]] {
            number = short_number(at, digits);
            return true;
        }
        if (digits == 0 || digits > safe_digits) return false;
        for (number = short_number(at, 8), at += 8; at != after; ++at)
            number = number * 10 + static_cast<std::uint64_t>(*at - '0');
        return true;
    }

    /// The next character that is not a digit; nullptr if the text is nearly at its end.
    TRAV_ALWAYS_INLINE char const* next_break() {
        while (breaks_ == 0) {
            if (blocks_ == 0) return nullptr;
            for (std::size_t i = 0; i != 8; ++i) breaks_ |= no_digits(block_ + 8 * i) << 8 * i;
            block_ += block_size;
            --blocks_;
        }
        char const* const at = block_ - block_size + std::countr_zero(breaks_);
        breaks_ &= breaks_ - 1;
        return at;
    }

    char const* next_;          // row
    char const* block_;         // the next block to look at
    std::size_t blocks_;        // blocks from block_ on; 8 bytes follow the last one
    std::uint64_t breaks_ = 0;  // the remaining non-digits of the previous block
};

}  // namespace trav::dump::detail
