// trav/report/plot/postscript.hpp: a heap profile as PostScript, on a page or encapsulated, laid out as hp2ps does.
//
//     trav::plot::write_postscript(out, traces, shades, {.width = 400});      // Encapsulated PostScript, 400 points wide
//
// A4 in landscape if no width is given. The graph is 648 by 432 points before it is scaled: title above, key on the right, the
// bands between. All characters of Latin 1 are printed.
#pragma once

#include "axis.hpp"
#include "characters.hpp"
#include "layout.hpp"
#include "postscript_text.hpp"
#include "shade.hpp"
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

/// Draws one profile, in points from the lower left corner.
class PostScript {
  public:
    PostScript(Traces const& traces, std::vector<Shade> const& shades, Layout const& layout)
        : traces_(traces), shades_(shades), layout_(layout), big_(layout.big_title(traces.header.job)) {
        if (layout_.key == Key::beside && !traces_.bands.empty()) {
            double widest = 0;
            for (auto const& band : traces_.bands) widest = std::max(widest, text_width(name(band)));
            key_width_ = widest + box + 15;
        }
        graph_width_ = page_width - 2 * border - left - key_width_;
        graph_height_ = page_height - (big_ ? 2 : 1) * line - 2 * border - bottom;
    }

    std::string str() && {
        constexpr std::size_t rows = 20;
        std::size_t const keys = layout_.key == Key::apart ? (traces_.bands.size() + rows - 1) / rows : 0;
        head(keys + 1);
        for (std::size_t k = 0; k != keys; ++k) {
            page(k + 1);
            key(left, k * rows, std::min((k + 1) * rows, traces_.bands.size()));
            print("showpage\n");
        }
        page(keys + 1);
        x_axis();
        y_axis();
        if (layout_.key == Key::beside) key(left + graph_width_, 0, traces_.bands.size());
        bands();
        marks();
        print("showpage\n%%EOF\n");
        return std::move(text_);
    }

  private:
    static constexpr double page_width = 648, page_height = 432, border = 5, line = 20, left = 45,
                            bottom = 20, box = 14;
    static constexpr std::size_t longest_name = 60;

    template <class... Args>
    void print(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    }
    // Two decimals, without the zeros at the end.
    static std::string number(double value) {
        std::string text = fmt::format("{:.2f}", value);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
        return text == "-0" ? "0" : text;
    }
    static std::string at(double x, double y) { return number(x) + ' ' + number(y); }

    static std::u32string name(Trace const& band) {
        return shortened(characters(band.label), longest_name, U"...");
    }
    void head(std::size_t pages) {
        std::string title;
        for (char32_t const c : characters(traces_.header.job))
            title += c < 0x7F ? static_cast<char>(c) : '?';
        double const scale = layout_.width / page_width;
        bool const encapsulated = layout_.width > 0;
        print("%!PS-Adobe-3.0{}\n", encapsulated ? " EPSF-3.0" : "");
        print("%%Title: {}\n%%Creator: trav\n", title.substr(0, 200));
        if (encapsulated)
            print("%%BoundingBox: 0 0 {:.0f} {:.0f}\n", std::ceil(page_width * scale),
                  std::ceil(page_height * scale));
        else if (layout_.upright) print("%%BoundingBox: 72 108 720 540\n");
        else print("%%BoundingBox: 72 108 504 756\n");
        print("%%LanguageLevel: 2\n%%Pages: {}\n%%EndComments\n%%BeginProlog\n", pages);
        print("{}%%EndProlog\n%%BeginSetup\n/H /Helvetica latin pop\n%%EndSetup\n", postscript_prolog);
    }

    // Begins a page: its frame and its title.
    void page(std::size_t number_of_page) {
        print("%%Page: {0} {0}\n", number_of_page);
        if (layout_.width > 0) print("{0:.6f} {0:.6f} scale\n", layout_.width / page_width);
        else if (layout_.upright) print("72 108 translate\n");
        else print("-90 rotate -756 72 translate\n");
        print("0.5 setlinewidth\n0 0 {} rectangle stroke\n", at(page_width, page_height));
        double const top = page_height - border, inner = page_width - 2 * border, text = border + 6;
        double const height = (big_ ? 2 : 1) * line;
        print("{} {} rectangle stroke\nlarge\n", at(border, top - height), at(inner, height));
        std::string const& job = traces_.header.job;
        std::string const area = area_text(traces_);
        if (big_) {
            print("{} from {} to stroke\n", at(border, top - line), at(border + inner, top - line));
            print("{} {} left\n", ps_string(shortened(characters(job), 80, U"...")),
                  at(text, top - line + 6));
            print("{} {} left\n", ps_string(area), at(text, top - height + 6));
        } else {
            print("{} {} left\n", ps_string(shortened(characters(job), 35, U"...")),
                  at(text, top - line + 6));
            print("{} {} middle\n", ps_string(area), at(inner / 2, top - height + 6));
        }
        print("{} {} right\nsmall\n", ps_string(traces_.header.date), at(inner - 1, top - height + 6));
    }

    void x_axis() {
        double const step = round_step(traces_.x_range),
                     start = traces_.times.empty() ? 0 : traces_.times.front();
        std::string const& unit = traces_.header.sample_unit;
        double const room = graph_width_ - text_width(characters(unit)) - 15;
        print("{} from {} to stroke\n", at(left, bottom), at(left + graph_width_, bottom));
        print("{} {} right\n", ps_string(unit), at(left + graph_width_, border));
        for (int i = 0; i * step / traces_.x_range * graph_width_ < room; ++i) {
            double const x = left + i * step / traces_.x_range * graph_width_;
            print("{} from {} to stroke\n", at(x, bottom), at(x, bottom - 4));
            print("{} {} middle\n", ps_string(decimal(start + i * step, step)), at(x, border));
        }
    }
    void y_axis() {
        double const step = std::max(1.0, round_step(traces_.y_range));
        std::string const& unit = traces_.header.value_unit;
        double const room = graph_height_ - text_width(characters(unit)) - 15;
        print("{} from {} to stroke\n", at(left, bottom), at(left, bottom + graph_height_));
        print("gsave {} translate 90 rotate {} 0 0 right grestore\n", at(left - 5, bottom + graph_height_),
              ps_string(unit));
        for (int i = 0; i * step / traces_.y_range * graph_height_ < room; ++i) {
            double const y = bottom + i * step / traces_.y_range * graph_height_;
            print("{} from {} to stroke\n", at(left, y), at(left - 4, y));
            print("{} {} right\n", ps_string(value_text(i * step, step)), at(left - 5, y - 3.5));
        }
    }

    // The names of the bands from `first` on, the lowest below.
    void key(double x, std::size_t first, std::size_t last) {
        double const distance = graph_height_ / static_cast<double>(last - first + 1);
        for (std::size_t i = first; i != last; ++i) {
            double const y = bottom + static_cast<double>(i - first + 1) * distance;
            print("{} {} rectangle {}\n", at(x + 5, y - box / 2), at(box, box), filled(i));
            print("{} {} left\n", ps_string(name(traces_.bands[i])), at(x + 5 + box + 5, y - box / 2 + 2));
        }
    }
    std::string filled(std::size_t i) const {
        Shade const& shade = shades_[i];
        return fmt::format("{} {} {} fill-and-stroke", number(shade.red), number(shade.green),
                           number(shade.blue));
    }

    // Each band lies between what is summed up to it and what is summed up with it.
    void bands() {
        std::size_t const samples = traces_.times.size();
        if (samples == 0) return;
        auto const point = [&](std::size_t s, double height) {
            return at(left + (traces_.times[s] - traces_.times[0]) / traces_.x_range * graph_width_,
                      bottom + height / traces_.y_range * graph_height_);
        };
        std::vector<double> below(samples);
        for (std::size_t i = 0; i != traces_.bands.size(); ++i) {
            std::vector<double> const& values = traces_.bands[i].values;
            print("{} from\n", point(0, below[0]));
            for (std::size_t s = 1; s != samples; ++s) print("{} to\n", point(s, below[s]));
            for (std::size_t s = 0; s != samples; ++s) below[s] += values[s];
            for (std::size_t s = samples; s-- != 0;) print("{} to\n", point(s, below[s]));
            print("closepath {}\n", filled(i));
        }
    }
    void marks() {
        for (double const mark : traces_.marks) {
            double const part = traces_.times.empty() ? -1 : (mark - traces_.times[0]) / traces_.x_range;
            if (part < 0 || part > 1) continue;
            print("{} from 4 -4 rlineto 4 4 rlineto closepath 1 1 1 fill-and-stroke\n",
                  at(left + part * graph_width_ - 4, bottom));
        }
    }

    Traces const& traces_;
    std::vector<Shade> const& shades_;
    Layout layout_;
    bool big_;
    double key_width_ = 0, graph_width_ = 0, graph_height_ = 0;
    std::string text_;
};

}  // namespace detail

/// Writes PostScript. `shades` are those of traces.bands.
inline void write_postscript(std::ostream& out, Traces const& traces, std::vector<Shade> const& shades,
                             Layout const& layout = {}) {
    out << detail::PostScript(traces, shades, layout).str();
}

}  // namespace trav::plot
