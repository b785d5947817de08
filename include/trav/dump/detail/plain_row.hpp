// plain_row: integers with commas between them, in text that is at hand: the bulk of a large JSON file.
#pragma once

#include "../../detail/compiler.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace trav::dump::detail {

/// Any number of so many digits is below 2^64.
inline constexpr std::size_t safe_digits = 19;

/// The number that begins at `at`, which is moved behind its first 8 digits, or behind all if there are
/// fewer. 8 bytes can be read
/// there. No branch depends on how many are digits.
inline std::uint64_t eight_digits(char const*& at) {
    std::uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little) std::memcpy(&word, at, 8);
    else
        for (unsigned i = 0; i != 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(at[i])} << 8 * i;
    word ^= 0x3030303030303030;  // a digit is a byte from 0 to 9 now
    std::uint64_t const others = ((word + 0x7676767676767676) | word) & 0x8080808080808080;
    auto const count = others == 0 ? 8u : static_cast<unsigned>(std::countr_zero(others)) / 8;
    at += count;
    if (count == 0) return 0;
    word <<= 8 * (8 - count);        // behind zeros
    word = word * 10 + (word >> 8);  // pairs of digits, in every second byte
    std::uint64_t const pairs = 0xff000000ff;
    return ((word & pairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
            (word >> 16 & pairs) * (1 + (std::uint64_t{10'000} << 32))) >>
           32;
}

/// Takes numbers from `at` on, which is moved behind them; false: there are others, or longer ones. For each
/// number safe_digits + 1 bytes of the text can be read.
inline bool plain_row(std::span<std::uint64_t> numbers, char const*& at) {
    auto const is_digit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::uint64_t& number : numbers) {
        if (&number != numbers.data() && *at++ != ',') return false;
        char const* const begin = at;
        number = eight_digits(at);
        if (at == begin + 8)
            for (; is_digit(*at) && at != begin + safe_digits; ++at)
                number = number * 10 + static_cast<std::uint64_t>(*at - '0');
        if (at == begin || is_digit(*at) || *at == '.' || *at == 'e' || *at == 'E') return false;
    }
    return true;
}

}  // namespace trav::dump::detail
