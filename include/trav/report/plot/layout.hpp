// trav/report/plot/layout.hpp: the layout of a drawing, in any output format.
#pragma once

#include "../text.hpp"
#include "traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::plot {

/// The box around job, area and date.
enum class TitleBox { fitting, small, big };

/// The position of the names of the bands.
enum class Key { beside, apart, nowhere };

/// The layout of a drawing.
struct Layout {
    double width =
        0;  ///< in points: of Encapsulated PostScript, or of an SVG; 0: a page, or what fits a window
    bool upright = false;  ///< a page in portrait
    TitleBox title = TitleBox::fitting;
    Key key = Key::beside;

    /// Whether the title takes two lines.
    bool big_title(std::string_view job) const {
        return title == TitleBox::big || (title == TitleBox::fitting && job.size() > 35);
    }
};

/// A value with its unit, for people; bytes up to 16 EiB.
inline std::string amount_text(double value, HpHeader const& header) {
    if (!(value < 0x1p64)) value = std::nextafter(0x1p64, 0);  // sums may exceed 64 bits
    auto const whole = static_cast<std::uint64_t>(std::round(value));
    return header.value_unit == "bytes" ? humanised(whole) : grouped(whole) + ' ' + header.value_unit;
}

/// The text in the middle of the title: "2,551,925 bytes x seconds". Dumps have no times, so it is their
/// greatest height.
inline std::string area_text(Traces const& traces) {
    if (traces.header.sample_unit == "dumps") {
        auto const peak = std::ranges::max_element(traces.heights);
        return "at most " + amount_text(peak == traces.heights.end() ? 0 : *peak, traces.header);
    }
    return fmt::format("{} {} x {}",
                       traces.area < 0x1p64 ? grouped(static_cast<std::uint64_t>(traces.area))
                                            : fmt::format("{:.4g}", traces.area),
                       traces.header.value_unit, traces.header.sample_unit);
}

/// A part of a whole, in percent.
inline std::string percent_text(double part, double whole) {
    return whole > 0 ? fmt::format("{:.1f}%", part / whole * 100) : "-";
}

}  // namespace trav::plot
