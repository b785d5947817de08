// trav/report/plot/detail/axis.hpp: the positions of the marks on an axis, and their texts.
#pragma once

#include "../../text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::plot {

/// A round step, 1, 2 or 5 times a power of 10, that divides a range into about seven parts or fewer.
inline double round_step(double range) {
    double const wanted = range / 7;
    double const power = std::pow(10, std::floor(std::log10(wanted)));
    double const factor = wanted / power;
    return (factor > 4 ? 5 : factor > 1 ? 2 : 1) * power;
}

/// A number at a mark, with as many decimals as the step needs.
inline std::string decimal(double value, double step) {
    auto const decimals = static_cast<int>(std::max(0.0, std::ceil(-std::log10(step) - 1e-9)));
    return fmt::format("{:.{}f}", value, decimals);
}

/// Round steps and texts for bytes, in the largest unit (B, KiB, MiB ...) that is not larger than the range.
struct ByteScale {
    explicit ByteScale(double range) {
        for (; range >= size * 1024 && unit + 1 != names.size(); size *= 1024) ++unit;
        step = unit == 0 ? std::max(1.0, round_step(range)) : round_step(range / size) * size;
    }
    /// "1.5 MiB"
    std::string text(double bytes) const {
        if (bytes == 0) return "0";
        return fmt::format("{} {}", decimal(bytes / size, step / size), names[unit]);
    }

    static constexpr std::array<std::string_view, 7> names{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    double size = 1, step = 1;  ///< in bytes
};

/// A value at a mark, in thousands or millions if the step is that large: "1,200M".
inline std::string value_text(double value, double step) {
    double const unit = step >= 1e6 ? 1e6 : step >= 1e3 ? 1e3 : 1;
    return grouped(static_cast<std::uint64_t>(std::llround(value / unit))) + (unit > 1e3 ? "M"
                                                                              : unit > 1 ? "k"
                                                                                         : "");
}

}  // namespace trav::plot
