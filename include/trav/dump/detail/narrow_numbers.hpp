// NarrowNumbers: numbers up to 2^64 - 1 that mostly fit into 32 bits. Takes 4 bytes per number, and about
// 60 more for each number that does not fit.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/large_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>

namespace trav::dump::detail {

class NarrowNumbers {
  public:
    void reserve(std::size_t count) { narrow_.reserve(count); }
    std::size_t size() const { return narrow_.size(); }
    std::uint64_t operator[](std::size_t i) const {
        std::uint32_t const number = narrow_[i];
        return number != is_wide ? number : wide_.find(i)->second;
    }
    void push_back(std::uint64_t number) {
        narrow_.push_back(0);
        set(narrow_.size() - 1, number);
    }
    void set(std::size_t i, std::uint64_t number) {
        if (number >= is_wide) [[unlikely]] {
            wide_[i] = number;
            number = is_wide;
        }
        narrow_[i] = static_cast<std::uint32_t>(number);
    }

  private:
    static constexpr std::uint32_t is_wide = std::numeric_limits<std::uint32_t>::max();

    trav::detail::LargeVector<std::uint32_t> narrow_;
    std::unordered_map<std::size_t, std::uint64_t> wide_;
};

}  // namespace trav::dump::detail
