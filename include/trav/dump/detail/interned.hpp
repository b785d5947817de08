// Interned: the numbers of texts in a StringTable. Equal texts have the same number, so each is stored once.
#pragma once

#include "string_table.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_set>

namespace trav::dump::detail {

/// Adds texts to a table, which must outlive it. Ignores texts that were added to the table otherwise.
class Interned {
  public:
    explicit Interned(StringTable& strings)
        : strings_(strings), numbers_(0, Hash{&strings}, Equal{&strings}) {}

    /// The number of a text.
    std::uint32_t operator()(std::string_view text) {
        if (auto const at = numbers_.find(text); at != numbers_.end()) return *at;
        std::uint32_t const number = strings_.add(text);
        numbers_.insert(number);
        return number;
    }

  private:
    struct Hash {
        using is_transparent = void;
        StringTable const* strings;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
        std::size_t operator()(std::uint32_t number) const { return (*this)((*strings)[number]); }
    };
    struct Equal {
        using is_transparent = void;
        StringTable const* strings;
        bool operator()(std::uint32_t a, std::uint32_t b) const { return a == b; }
        bool operator()(std::string_view text, std::uint32_t number) const {
            return (*strings)[number] == text;
        }
        bool operator()(std::uint32_t number, std::string_view text) const { return (*this)(text, number); }
    };

    StringTable& strings_;
    std::unordered_set<std::uint32_t, Hash, Equal> numbers_;
};

}  // namespace trav::dump::detail
