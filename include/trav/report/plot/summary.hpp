// trav/report/plot/summary.hpp: the bands of a drawing as a table for a terminal.
//
//     std::cout << trav::plot::summary(traces);
//
//     band            %      mean      peak    at
//     Tree        62.4%   607 KiB  1.01 MiB  0.21
//     Int         31.0%   302 KiB   510 KiB  0.21
//     ... 7 more   0.6%  5.83 KiB
//     total      100.0%   973 KiB  1.54 MiB  0.21
//
// In the order of the drawing, from top to bottom.
#pragma once

#include "detail/axis.hpp"
#include "layout.hpp"
#include "traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace trav::plot {

/// The bands, the sum of the bands left out, and the total.
inline std::string summary(Traces const& traces) {
    TextTable text({"band", "%", "mean", "peak", "at"});
    double rest = traces.total;
    auto const row = [&](std::string const& label, double total, std::vector<double> const& values) {
        double const samples = std::max(1.0, static_cast<double>(traces.times.size()));
        std::vector<std::string> cells{label, percent_text(total, traces.total),
                                       amount_text(total / samples, traces.header), "", ""};
        if (auto const peak = std::ranges::max_element(values); peak != values.end()) {
            cells[3] = amount_text(*peak, traces.header);
            cells[4] =
                decimal(traces.times[static_cast<std::size_t>(peak - values.begin())], traces.x_range / 1000);
        }
        text.row(std::move(cells));
    };
    for (std::size_t i = traces.bands.size(); i-- != 0;) {
        Trace const& band = traces.bands[i];
        bool const merged = i == 0 && traces.merged != 0;
        row(merged ? fmt::format("{} ({} bands)", band.label, grouped(traces.merged)) : band.label,
            band.total, band.values);
        rest -= band.total;
    }
    if (traces.left_out != 0) row(fmt::format("... {} more", grouped(traces.left_out)), rest, {});
    row("total", traces.total, traces.heights);
    return text.str();
}

}  // namespace trav::plot
