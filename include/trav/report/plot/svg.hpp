// trav/report/plot/svg.hpp: draws a heap profile as a single SVG for light and dark mode, without scripts.
//
//     trav::plot::write_svg(out, traces);
//
// The bands are stacked in the order of their key, the lowest at the bottom. If the pointer rests on a band
// or its name, a tooltip shows its name, its share of the whole, its mean and its peak.
#pragma once

#include "detail/svg_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace trav::plot {

namespace detail {

/// Draws one profile.
class Svg : SvgFrame {
  public:
    Svg(Traces const& traces, Layout const& layout) : SvgFrame(traces, layout) {}

    std::string str() && {
        head();
        title();
        x_axis();
        y_axis();
        bands();
        if (traces_.bands.empty())
            print("<text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">no bands</text>\n",
                  number(left + graph_width_ / 2), number(top_ + graph_height / 2));
        samples();
        marks();
        print("</svg>\n");
        return take();
    }

  private:
    std::string_view colour(std::size_t i) const {
        return i == 0 && traces_.merged != 0 ? svg_grey : svg_colours[i % svg_colours.size()];
    }

    // Draws each band between the sum of the bands below it and that sum plus its own values.
    void bands() {
        std::size_t const count = traces_.bands.size();
        std::vector<double> const edges = across();
        std::size_t const samples = edges.size();
        std::vector<double> below(samples);
        for (std::size_t i = 0; i != count; ++i) {
            Trace const& band = traces_.bands[i];
            print("<g class=\"band\" fill=\"{}\"><title>{}</title><path d=\"", colour(i), about(band));
            for (std::size_t s = 0; s != samples; ++s) point(edges[s], s == 0 ? 'M' : ' ', below[s]);
            for (std::size_t s = 0; s != samples; ++s)
                below[s] += band.values[std::min(s, band.values.size() - 1)];
            for (std::size_t s = samples; s-- != 0;) point(edges[s], ' ', below[s]);
            print("Z\"/>");
            key(i, count);
            print("</g>\n");
        }
    }
    void point(double x, char before, double height) {
        print("{}{},{}", before, number(x), number(y_of(height)));
    }
    void key(std::size_t i, std::size_t count) {
        if (layout_.key == Key::nowhere) return;
        std::size_t const from_top = count - 1 - i;
        double x = left + graph_width_ + 16, y = 0;
        if (layout_.key == Key::beside) {
            double const distance = std::min(row, graph_height / static_cast<double>(count));
            y = top_ + static_cast<double>(from_top) * distance;
        } else {
            std::size_t const rows = (count + columns_ - 1) / columns_;
            std::size_t const column = from_top / rows;
            x = right + static_cast<double>(column) * (width - 2 * right) / static_cast<double>(columns_);
            y = base_ + 48 + static_cast<double>(from_top % rows) * row;
        }
        print("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", number(x), number(y + 4), number(box),
              number(box));
        auto const text = name(traces_.bands[i]);
        print("<text x=\"{}\" y=\"{}\"{}>{}</text>", number(x + box + 6), number(y + 14),
              fitted(text_width(text) * font / 10, key_room_), xml(text));
    }
    // The tooltip of a band, in XML.
    std::string about(Trace const& band) const {
        auto const peak = std::ranges::max_element(band.values);
        std::size_t const sample = static_cast<std::size_t>(peak - band.values.begin());
        return fmt::format(
            "{}\n{} of all, {} on average, at most {} at {} {}", xml(band.label),
            percent_text(band.total, traces_.total),
            xml(amount_text(band.total / static_cast<double>(band.values.size()), traces_.header)),
            xml(amount_text(*peak, traces_.header)), decimal(traces_.times[sample], traces_.x_range / 1000),
            xml(traces_.header.sample_unit));
    }

    // Marks the samples on the axis, if there is room.
    void samples() {
        constexpr std::size_t most = 200;
        if (traces_.times.empty() || traces_.times.size() > most) return;
        print("<path class=\"axis samples\" d=\"");
        for (double const time : traces_.times) print("M{},{}v-4", number(x_of(time)), number(base_));
        print("\"><title>{} {}</title></path>\n", grouped(traces_.times.size()),
              traces_.times.size() == 1 ? "sample" : "samples");
    }

    void marks() {
        for (double const mark : traces_.marks) {
            if (mark < start() || mark > start() + traces_.x_range) continue;
            print("<path class=\"mark\" d=\"M{},{}V{}\"><title>mark at {} {}</title></path>\n",
                  number(x_of(mark)), number(top_), number(base_ + 5), decimal(mark, traces_.x_range / 1000),
                  xml(traces_.header.sample_unit));
        }
    }
};

}  // namespace detail

/// Writes an SVG.
inline void write_svg(std::ostream& out, Traces const& traces, Layout const& layout = {}) {
    out << detail::Svg(traces, layout).str();
}

}  // namespace trav::plot
