// StringTable: many texts, found by number, in one block of memory.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/large_vector.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump {

/// Texts by number, stored one after the other.
class StringTable {
  public:
    std::size_t size() const { return ends_.size(); }
    std::string_view operator[](std::size_t i) const {
        std::size_t const begin = i == 0 ? 0 : ends_[i - 1];
        return std::string_view(text_).substr(begin, ends_[i] - begin);
    }
    /// Adds a text and returns its number.
    std::uint32_t add(std::string_view text) {
        text_ += text;
        ends_.push_back(text_.size());
        return static_cast<std::uint32_t>(ends_.size() - 1);
    }
    /// Adds the text that `write(std::string&)` appends.
    std::uint32_t add(std::invocable<std::string&> auto write) {
        written_.clear();
        write(written_);
        return add(std::string_view(written_));
    }

  private:
    trav::detail::LargeString text_;
    trav::detail::LargeVector<std::size_t> ends_;
    std::string written_;
};

}  // namespace trav::dump
