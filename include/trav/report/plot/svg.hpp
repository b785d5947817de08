// trav/report/plot/svg.hpp: a heap profile as an SVG, one file for light and dark, with no script.
//
//     trav::plot::write_svg(out, traces);
//
// The bands lie on each other as their key does, the lowest below. Where the pointer rests on a band or its name, a title says what it is,
// its part of the whole, its mean and its peak.
#pragma once

#include "axis.hpp"
#include "characters.hpp"
#include "layout.hpp"
#include "svg_style.hpp"
#include "traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::plot {

namespace detail {

/// Draws one profile, in pixels from the upper left corner.
class Svg {
  public:
    Svg(Traces const& traces, Layout const& layout)
        : traces_(traces), layout_(layout), big_(layout.big_title(traces.header.job)) {
        double widest = 0;
        for (auto const& band : traces_.bands) widest = std::max(widest, text_width(name(band)) * font / 10);
        if (layout_.key == Key::beside && !traces_.bands.empty()) key_width_ = widest + box + 24;
        graph_width_ = width - left - right - key_width_;
        top_ = big_ ? 62 : 42;
        base_ = top_ + graph_height;
        height_ = base_ + 44;
        if (layout_.key != Key::apart) return;
        columns_ =
            std::max<std::size_t>(1, static_cast<std::size_t>((width - 2 * right) / (widest + box + 30)));
        height_ += row * static_cast<double>((traces_.bands.size() + columns_ - 1) / columns_) + 8;
    }

    std::string str() && {
        head();
        title();
        x_axis();
        y_axis();
        bands();
        if (traces_.bands.empty())
            print("<text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">no bands</text>\n",
                  number(left + graph_width_ / 2), number(top_ + graph_height / 2));
        marks();
        print("</svg>\n");
        return std::move(text_);
    }

  private:
    static constexpr double width = 960, left = 68, right = 20, graph_height = 400, font = 12, box = 12,
                            row = 20;
    static constexpr std::size_t longest_name = 48;

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }
    // One decimal, or none.
    static std::string number(double value) {
        std::string text = fmt::format("{:.1f}", value);
        if (text.ends_with(".0")) text.resize(text.size() - 2);
        return text == "-0" ? "0" : text;
    }
    static std::u32string name(Trace const& band) { return shortened(characters(band.label), longest_name); }

    std::string_view colour(std::size_t i) const {
        return i == 0 && traces_.merged != 0 ? svg_grey : svg_colours[i % svg_colours.size()];
    }

    void head() {
        print(
            R"(<svg xmlns="http://www.w3.org/2000/svg" class="trav" viewBox="0 0 {0} {1}" width="{2}{4}" height="{3}{4}" role="img">
)",
            number(width), number(height_), number(layout_.width > 0 ? layout_.width : width),
            number(layout_.width > 0 ? layout_.width * height_ / width : height_),
            layout_.width > 0 ? "pt" : "");
        print("<title>{}</title>\n<desc>{}, {}</desc>\n{}", xml(traces_.header.job), xml(area_text(traces_)),
              xml(traces_.header.date), svg_style);
        print("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", number(width), number(height_));
    }

    void title() {
        std::size_t const longest = big_ ? 130 : 42;
        double const second = big_ ? 46 : 26;
        print("<text class=\"job\" x=\"{}\" y=\"26\">{}</text>\n", number(right),
              xml(shortened(characters(traces_.header.job), longest)));
        print("<text class=\"faint\" x=\"{}\" y=\"{}\"{}>{}</text>\n", number(big_ ? right : width / 2),
              number(second), big_ ? "" : " text-anchor=\"middle\"", xml(area_text(traces_)));
        print("<text class=\"faint\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
              number(width - right), number(second), xml(traces_.header.date));
    }

    double start() const { return traces_.times.empty() ? 0 : traces_.times.front(); }
    double x_of(double time) const { return left + (time - start()) / traces_.x_range * graph_width_; }
    double y_of(double value) const { return base_ - value / traces_.y_range * graph_height; }

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

    // Each band lies between what is summed up to it and what is summed up with it.
    void bands() {
        std::size_t const samples = traces_.times.size(), count = traces_.bands.size();
        std::vector<double> below(samples);
        for (std::size_t i = 0; i != count; ++i) {
            Trace const& band = traces_.bands[i];
            print("<g class=\"band\" fill=\"{}\"><title>{}</title><path d=\"", colour(i), about(band));
            for (std::size_t s = 0; s != samples; ++s) point(s, s == 0 ? 'M' : ' ', below[s]);
            for (std::size_t s = 0; s != samples; ++s) below[s] += band.values[s];
            for (std::size_t s = samples; s-- != 0;) point(s, ' ', below[s]);
            print("Z\"/>");
            key(i, count);
            print("</g>\n");
        }
    }
    void point(std::size_t s, char before, double height) {
        print("{}{},{}", before, number(x_of(traces_.times[s])), number(y_of(height)));
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
            x = right +
                static_cast<double>(from_top / rows) * (width - 2 * right) / static_cast<double>(columns_);
            y = base_ + 48 + static_cast<double>(from_top % rows) * row;
        }
        print("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", number(x), number(y + 4), number(box),
              number(box));
        print("<text x=\"{}\" y=\"{}\">{}</text>", number(x + box + 6), number(y + 14),
              xml(name(traces_.bands[i])));
    }
    // In XML.
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

    void marks() {
        for (double const mark : traces_.marks) {
            if (mark < start() || mark > start() + traces_.x_range) continue;
            print("<path class=\"mark\" d=\"M{},{}V{}\"><title>mark at {} {}</title></path>\n",
                  number(x_of(mark)), number(top_), number(base_ + 5), decimal(mark, traces_.x_range / 1000),
                  xml(traces_.header.sample_unit));
        }
    }

    Traces const& traces_;
    Layout layout_;
    bool big_;
    double key_width_ = 0, graph_width_ = 0, top_ = 0, base_ = 0, height_ = 0;
    std::size_t columns_ = 1;
    std::string text_;
};

}  // namespace detail

/// Writes an SVG.
inline void write_svg(std::ostream& out, Traces const& traces, Layout const& layout = {}) {
    out << detail::Svg(traces, layout).str();
}

}  // namespace trav::plot
