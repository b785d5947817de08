// trav/report/plot/detail/svg_style.hpp: the colours of an SVG, in light and in dark mode.
#pragma once

#include "../../../detail/compiler.hpp"

#include <array>
#include <string_view>

namespace trav::plot::detail {

// Neighbours differ: their hues are a golden angle apart, in three lightnesses.
inline constexpr std::array<std::string_view, 20> svg_colours{
    "#64a1ee", "#ba5946", "#53d8b1", "#b487dd", "#99740e", "#44d0fa", "#df7a9b",
    "#528c3a", "#abb9fe", "#dd854b", "#018d87", "#eb9fe9", "#aba232", "#1b81c0",
    "#fda1a0", "#4ab67e", "#8168be", "#f1af56", "#0ab2c8", "#b05788"};
inline constexpr std::string_view svg_grey = "#8d949c";

inline constexpr std::string_view svg_style = R"(<style>
.trav text{font:12px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2328}
.trav .job{font-weight:600;font-size:13px}
.trav .faint{fill:#59636e}
.trav .paper{fill:#fff}
.trav .grid{stroke:#d1d9e0;stroke-width:.7}
.trav .axis{stroke:#59636e;fill:none}
.trav .mark{stroke:#1f2328;stroke-dasharray:3 3}
.trav .band path{stroke:#fff;stroke-width:.6;stroke-linejoin:round}
.trav .band:hover path,.trav .band:hover rect{fill-opacity:.7}
.trav .band:hover text{text-decoration:underline}
@media (prefers-color-scheme:dark){
.trav text{fill:#e6edf3}
.trav .faint{fill:#9198a1}
.trav .paper{fill:#0d1117}
.trav .grid{stroke:#2f363e}
.trav .axis{stroke:#9198a1}
.trav .mark{stroke:#e6edf3}
.trav .band path{stroke:#0d1117}
}
</style>
)";

}  // namespace trav::plot::detail
