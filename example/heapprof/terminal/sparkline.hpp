// sparkline: numbers over time as one line of bars.
//
//     heapprof::sparkline({1, 2, 4, 8}, 20)      // "▁▂▄█"
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// One UTF-8 character for each number, in eighths of the largest; a blank for 0. If there are more than
/// `width` numbers, neighbours share a character for the largest of them.
inline std::string sparkline(std::vector<std::uint64_t> const& values, std::size_t width) {
    static constexpr std::string_view bars[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::string text;
    if (values.empty()) return text;
    auto const most = static_cast<double>(std::ranges::max(values));
    std::size_t const characters = std::min(values.size(), width);
    for (std::size_t i = 0; i != characters; ++i) {
        std::size_t const begin = i * values.size() / characters, end = (i + 1) * values.size() / characters;
        std::uint64_t value = 0;
        for (std::size_t k = begin; k != end; ++k) value = std::max(value, values[k]);
        text +=
            bars[value == 0 ? 0 : static_cast<std::size_t>(std::ceil(static_cast<double>(value) / most * 8))];
    }
    return text;
}

}  // namespace heapprof
