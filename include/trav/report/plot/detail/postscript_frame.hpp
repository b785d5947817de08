// trav/report/plot/detail/postscript_frame.hpp: the frame around the bands of a PostScript drawing: pages,
// title, axes.
#pragma once

#include "../drawing.hpp"
#include "../layout.hpp"
#include "../traces.hpp"
#include "axis.hpp"
#include "characters.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace trav::plot::detail {

/// A text in Latin 1, in parentheses.
inline std::string ps_string(std::u32string const& text) {
    std::string result = "(";
    for (char32_t const c : text) {
        if (c == '(' || c == ')' || c == '\\') result += '\\';
        if (c < 0x7F) result += static_cast<char>(c);
        else result += c <= 0xFF ? fmt::format("\\{:03o}", static_cast<unsigned>(c)) : "?";
    }
    return result + ')';
}
/// The same for UTF-8.
inline std::string ps_string(std::string_view text) { return ps_string(characters(text)); }

// ISO Latin 1 has a minus sign at the code of the hyphen.
inline constexpr std::string_view postscript_prolog =
    R"(/latin { findfont dup length dict begin { 1 index /FID ne { def } { pop pop } ifelse } forall
  /Encoding ISOLatin1Encoding 256 array copy dup 45 /hyphen put def currentdict end definefont } def
/small { /H 10 selectfont } def  /large { /H 12 selectfont } def
/left { moveto show } def
/middle { moveto dup stringwidth pop 2 div neg 0 rmoveto show } def
/right { moveto dup stringwidth pop neg 0 rmoveto show } def
/from { newpath moveto } def  /to { lineto } def
/rectangle { 4 2 roll from exch dup 0 rlineto 0 3 -1 roll rlineto neg 0 rlineto closepath } def
/fill-and-stroke { gsave setrgbcolor fill grestore stroke } def
)";

/// Pages without bands, in points from the lower left corner.
class PostScriptFrame : protected Drawing {
  protected:
    PostScriptFrame(Traces const& traces, Layout const& layout)
        : traces_(traces), layout_(layout), big_(layout.big_title(traces.header.job)) {
        if (layout_.key == Key::beside && !traces_.bands.empty()) {
            double widest = 0;
            for (auto const& band : traces_.bands) widest = std::max(widest, text_width(name(band)));
            key_width_ = widest + box + 15;
        }
        graph_width_ = page_width - 2 * border - left - key_width_;
        graph_height_ = page_height - (big_ ? 2 : 1) * line - 2 * border - bottom;
    }

    static constexpr double page_width = 648, page_height = 432, border = 5, line = 20, left = 45,
                            bottom = 20, box = 14;
    static constexpr std::size_t longest_name = 60;

    static std::string number(double value) { return coordinate(value, 2); }
    static std::string at(double x, double y) { return number(x) + ' ' + number(y); }

    static std::u32string name(Trace const& band) {
        return shortened(characters(band.label), longest_name, U"...");
    }

    void head(std::size_t pages) {
        std::string title;
        for (char32_t const c : characters(traces_.header.job))
            title += c < 0x7F ? static_cast<char>(c) : '?';
        bool const encapsulated = layout_.width > 0;
        print("%!PS-Adobe-3.0{}\n", encapsulated ? " EPSF-3.0" : "");
        print("%%Title: {}\n%%Creator: trav\n", title.substr(0, 200));
        if (encapsulated)
            print("%%BoundingBox: 0 0 {:.0f} {:.0f}\n", std::ceil(layout_.width),
                  std::ceil(page_height * layout_.width / page_width));
        else if (layout_.upright) print("%%BoundingBox: 72 108 720 540\n");
        else print("%%BoundingBox: 72 108 504 756\n");
        print("%%LanguageLevel: 2\n%%Pages: {}\n%%EndComments\n%%BeginProlog\n", pages);
        print("{}%%EndProlog\n%%BeginSetup\n/H /Helvetica latin pop\n%%EndSetup\n", postscript_prolog);
    }

    // Begins a page with its frame and its title.
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

    Traces const& traces_;
    Layout layout_;
    bool big_;
    double key_width_ = 0, graph_width_ = 0, graph_height_ = 0;
};

}  // namespace trav::plot::detail
