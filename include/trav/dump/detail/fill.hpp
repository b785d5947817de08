// Fill: the number of elements of a collection, and the share of its room that they take, in classes.
#pragma once

#include "../../detail/compiler.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>

namespace trav::dump::detail {

struct Fill {
    std::uint32_t size = 0;     ///< 0: empty; n: from 4^(n-1) to 4^n - 1
    std::uint32_t quarter = 0;  ///< of the room, from 0 to 3

    Fill() = default;
    Fill(std::uint64_t count, std::uint64_t room) {
        for (std::uint64_t rest = count; rest != 0; rest /= 4) ++size;
        if (room != 0) quarter = static_cast<std::uint32_t>(std::min<std::uint64_t>(3, count * 4 / room));
    }
    /// "1-3", "4-15" ...
    std::string size_text() const {
        if (size == 0) return "0";
        std::uint64_t const least = std::uint64_t{1} << 2 * (size - 1);
        return std::to_string(least) + '-' + std::to_string(4 * least - 1);
    }
    /// "0-25 %" ...
    std::string quarter_text() const {
        return std::to_string(25 * quarter) + '-' + std::to_string(25 * quarter + 25) + " %";
    }
    friend auto operator<=>(Fill const&, Fill const&) = default;
};

}  // namespace trav::dump::detail
