// trav/report/plot/detail/svg_frame.hpp: the frame around the bands of an SVG: its size, title and axes.
#pragma once

#include "../../../detail/compiler.hpp"
#include "../drawing.hpp"
#include "../layout.hpp"
#include "../traces.hpp"
#include "axis.hpp"
#include "characters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

/// An SVG without bands, in pixels from the upper left corner.
class SvgFrame : protected Drawing {
  protected:
    SvgFrame(Traces const& traces, Layout const& layout)
        : traces_(traces), layout_(layout), big_(layout.big_title(traces.header.job)) {
        double widest = 0;
        for (auto const& band : traces_.bands) widest = std::max(widest, text_width(name(band)) * font / 10);
        if (layout_.key == Key::beside && !traces_.bands.empty()) key_width_ = widest + box + 24;
        graph_width_ = width - left - right - key_width_;
        key_room_ = widest + 16;
        top_ = big_ ? 62 : 42;
        base_ = top_ + graph_height;
        height_ = base_ + 44;
        if (layout_.key != Key::apart) return;
        columns_ =
            std::max<std::size_t>(1, static_cast<std::size_t>((width - 2 * right) / (widest + box + 30)));
        std::size_t const rows = (traces_.bands.size() + columns_ - 1) / columns_;
        height_ += row * static_cast<double>(rows) + 8;
    }

    static constexpr double width = 960, left = 68, right = 20, graph_height = 400, font = 12, box = 12,
                            row = 20;
    static constexpr std::size_t longest_name = 48;

    // A number with one decimal, or none.
    static std::string number(double value) { return coordinate(value, 1); }
    // An attribute that sets the width of a text, for texts that would be too long in a wide font.
    static std::string fitted(double text, double room) {
        constexpr double widest_font = 1.4;
        if (text * widest_font <= room) return "";
        return fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                           number(std::min(text, room)));
    }
    static std::u32string name(Trace const& band) { return shortened(characters(band.label), longest_name); }

    double start() const { return traces_.times.empty() ? 0 : traces_.times.front(); }
    // The positions of the samples, from left to right. A single sample extends to the end.
    std::vector<double> across() const {
        std::vector<double> result;
        for (double const time : traces_.times) result.push_back(x_of(time));
        if (result.size() == 1) result.push_back(left + graph_width_);
        return result;
    }
    double x_of(double time) const { return left + (time - start()) / traces_.x_range * graph_width_; }
    double y_of(double value) const { return base_ - value / traces_.y_range * graph_height; }

    void head() {
        print(R"(<svg xmlns="http://www.w3.org/2000/svg" class="trav" viewBox="0 0 {0} {1}" )"
              R"(width="{2}{4}" height="{3}{4}" role="img">)"
              "\n",
              number(width), number(height_), number(layout_.width > 0 ? layout_.width : width),
              number(layout_.width > 0 ? layout_.width * height_ / width : height_),
              layout_.width > 0 ? "pt" : "");
        auto const& date = traces_.header.date;
        print("<title>{}</title>\n<desc>{}{}</desc>\n{}", xml(traces_.header.job), xml(area_text(traces_)),
              date.empty() ? "" : ", " + xml(date), svg_style);
        print("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", number(width), number(height_));
    }

    void title() {
        std::size_t const longest = big_ ? 130 : 42;
        double const second = big_ ? 46 : 26;
        auto const job = shortened(characters(traces_.header.job), longest);
        double const area = text_width(characters(area_text(traces_))) * font / 10;
        double const room = big_ ? width - 2 * right : width / 2 - area / 2 - right - 12;
        constexpr double bold = 1.43;  // 13 pixels, and bold
        print("<text class=\"job\" x=\"{}\" y=\"26\"{}>{}</text>\n", number(right),
              fitted(text_width(job) * bold, room), xml(job));
        print("<text class=\"faint\" x=\"{}\" y=\"{}\"{}>{}</text>\n", number(big_ ? right : width / 2),
              number(second), big_ ? "" : " text-anchor=\"middle\"", xml(area_text(traces_)));
        print("<text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
              number(width - right), number(second), xml(traces_.header.date));
    }

    void x_axis() {
        double const step = round_step(traces_.x_range);
        print("<path class=\"axis\" d=\"M{0},{1}H{2}\"/>\n", number(left), number(base_),
              number(left + graph_width_));
        double const first = std::ceil(start() / step - 1e-9);
        for (int i = 0; (first + i) * step <= start() + traces_.x_range * (1 + 1e-9); ++i) {
            double const time = (first + i) * step;
            print("<path class=\"axis\" d=\"M{0},{1}v5\"/><text class=\"faint\" x=\"{0}\" y=\"{2}\" "
                  "text-anchor=\"middle\">{3}</text>\n",
                  number(x_of(time)), number(base_), number(base_ + 18), decimal(time, step));
        }
        print("<text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
              number(left + graph_width_ / 2), number(base_ + 36), xml(traces_.header.sample_unit));
    }
    void y_axis() {
        bool const bytes = traces_.header.value_unit == "bytes";
        ByteScale const scale(traces_.y_range);
        double const step = bytes ? scale.step : std::max(1.0, round_step(traces_.y_range));
        for (int i = 0; i * step <= traces_.y_range * (1 + 1e-9); ++i)
            print("<path class=\"grid\" d=\"M{0},{1}H{2}\"/><text class=\"faint\" x=\"{3}\" y=\"{4}\" "
                  "text-anchor=\"end\">{5}</text>\n",
                  number(left), number(y_of(i * step)), number(left + graph_width_), number(left - 6),
                  number(y_of(i * step) + 4), bytes ? scale.text(i * step) : value_text(i * step, step));
        if (!bytes)
            print("<text class=\"faint\" transform=\"translate(14,{}) rotate(-90)\" "
                  "text-anchor=\"middle\">{}</text>\n",
                  number(top_ + graph_height / 2), xml(traces_.header.value_unit));
    }

    Traces const& traces_;
    Layout layout_;
    bool big_;
    double key_width_ = 0, key_room_ = 0, graph_width_ = 0, top_ = 0, base_ = 0, height_ = 0;
    std::size_t columns_ = 1;
};

}  // namespace trav::plot::detail
