// trav/report/plot/postscript.hpp: draws a heap profile as PostScript, on a page or encapsulated, in the
// layout of hp2ps.
//
//     trav::plot::write_postscript(out, traces, shades, {.width = 400});   // EPS, 400 points wide
//
// A4 in landscape if no width is given. The graph is 648 by 432 points before scaling, with the title above
// it, the key on its right, and the bands in it. All characters of Latin 1 are printed.
#pragma once

#include "detail/postscript_frame.hpp"
#include "shade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace trav::plot {

namespace detail {

/// Draws one profile.
class PostScript : PostScriptFrame {
  public:
    PostScript(Traces const& traces, std::vector<Shade> const& shades, Layout const& layout)
        : PostScriptFrame(traces, layout), shades_(shades) {}

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
        return take();
    }

  private:
    // Draws the names of the bands from `first` to before `last`, the lowest band at the bottom.
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

    // Draws each band between the sum of the bands below it and that sum plus its own values.
    void bands() {
        std::vector<double> edges;
        for (double const time : traces_.times)
            edges.push_back(left + (time - traces_.times[0]) / traces_.x_range * graph_width_);
        if (edges.size() == 1) edges.push_back(left + graph_width_);  // a single sample extends to the end
        std::size_t const samples = edges.size();
        if (samples == 0) return;
        auto const point = [&](std::size_t s, double height) {
            return at(edges[s], bottom + height / traces_.y_range * graph_height_);
        };
        std::vector<double> below(samples);
        for (std::size_t i = 0; i != traces_.bands.size(); ++i) {
            std::vector<double> const& values = traces_.bands[i].values;
            print("{} from\n", point(0, below[0]));
            for (std::size_t s = 1; s != samples; ++s) print("{} to\n", point(s, below[s]));
            for (std::size_t s = 0; s != samples; ++s) below[s] += values[std::min(s, values.size() - 1)];
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

    std::vector<Shade> const& shades_;
};

}  // namespace detail

/// Writes PostScript. `shades` must be the shades of traces.bands.
inline void write_postscript(std::ostream& out, Traces const& traces, std::vector<Shade> const& shades,
                             Layout const& layout = {}) {
    out << detail::PostScript(traces, shades, layout).str();
}

}  // namespace trav::plot
