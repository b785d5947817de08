#include "picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

namespace bench {
namespace {

/// The methods to draw, in colours that contrast with white and with black.
struct Style {
    char const* method;
    char const* colour;
    bool dashed;
};
constexpr Style styles[] = {
    {"GHC-shaped engine", "#b07aa1", true}, {"Boost DFS", "#e15759", true},
    {"Boost BFS", "#f28e2b", true},         {"DepthFirst", "#4e79a7", false},
    {"MarkStack", "#59a14f", false},        {"BreadthFirst", "#c9a227", false},
    {"Prefetch<>, once", "#17a2b8", false}, {"limit: gather", "#888888", true},
};

using Line = std::map<std::size_t, double>;  // ns/object by n

struct Panel {
    static constexpr double width = 620, height = 400, left = 48, right = 130, top = 40, bottom = 44;
    double most_ns, x_from, x_to;
    double x(std::size_t n) const {
        return left +
               (std::log10(static_cast<double>(n)) - x_from) / (x_to - x_from) * (width - left - right);
    }
    double y(double ns) const { return height - bottom - ns / most_ns * (height - top - bottom); }
};

std::string escaped(std::string const& text) {
    std::string out;
    for (char const c : text) out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    return out;
}

void axes(std::string& svg, Panel const& panel, std::string const& title) {
    auto const out = std::back_inserter(svg);
    fmt::format_to(out, "<text class=\"title\" x=\"{}\" y=\"22\">{}: ns/object</text>\n", Panel::left, title);
    double const step = panel.most_ns > 100 ? 25 : panel.most_ns > 40 ? 10 : 5;
    for (double ns = 0; ns <= panel.most_ns; ns += step)
        fmt::format_to(out,
                       "<path class=\"grid\" d=\"M{} {:.1f}H{}\"/><text x=\"{}\" y=\"{:.1f}\" "
                       "text-anchor=\"end\">{}</text>\n",
                       Panel::left, panel.y(ns), Panel::width - Panel::right, Panel::left - 6,
                       panel.y(ns) + 4, ns);
    constexpr char const* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    for (int power = static_cast<int>(std::ceil(panel.x_from)); power <= panel.x_to; ++power) {
        double const x = panel.x(static_cast<std::size_t>(std::llround(std::pow(10, power))));
        fmt::format_to(out,
                       "<path class=\"grid\" d=\"M{:.1f} {}V{}\"/><text x=\"{:.1f}\" y=\"{}\" "
                       "text-anchor=\"middle\">10{}</text>\n",
                       x, Panel::top, Panel::height - Panel::bottom, x, Panel::height - Panel::bottom + 18,
                       digits[power]);
    }
    fmt::format_to(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">objects</text>\n",
                   (Panel::left + Panel::width - Panel::right) / 2, Panel::height - 8);
}

void lines(std::string& svg, Panel const& panel, std::map<std::string, Line> const& methods) {
    auto const out = std::back_inserter(svg);
    struct Name {
        double y;
        Style style;
    };
    std::vector<Name> names;
    for (auto const& style : styles) {
        auto const found = methods.find(style.method);
        if (found == methods.end()) continue;
        fmt::format_to(out, "<path class=\"line\" stroke=\"{}\"{} d=\"", style.colour,
                       style.dashed ? " stroke-dasharray=\"5 4\"" : "");
        for (char command = 'M'; auto const& [n, ns] : found->second) {
            fmt::format_to(out, "{}{:.1f} {:.1f}", command, panel.x(n), panel.y(ns));
            command = 'L';
        }
        svg += "\"/>\n";
        names.push_back({panel.y(found->second.rbegin()->second), style});
    }
    std::ranges::sort(names, std::greater{},
                      &Name::y);  // from below: each is at least a line above the previous one
    for (double highest = Panel::height; auto& name : names) {
        highest = name.y = std::min(name.y, highest - 14);
        fmt::format_to(out, "<text x=\"{}\" y=\"{:.1f}\" style=\"fill:{}\">{}</text>\n",
                       Panel::width - Panel::right + 8, name.y + 4, name.style.colour,
                       escaped(name.style.method));
    }
}

}  // namespace

void draw(std::string const& path, std::vector<Result> const& results) {
    std::vector<std::string> titles;
    std::map<std::string, std::map<std::string, Line>> panels;
    Panel panel{1, 1e9, 0};
    for (auto const& r : results) {
        if (std::ranges::find(titles, r.shape) == titles.end()) titles.push_back(r.shape);
        panels[r.shape][r.method][r.n] = r.ns_per_object;
        panel.x_from = std::min(panel.x_from, std::log10(static_cast<double>(r.n)));
        panel.x_to = std::max(panel.x_to, std::log10(static_cast<double>(r.n)));
        if (std::ranges::find(styles, r.method, &Style::method) != std::end(styles))
            panel.most_ns = std::max(panel.most_ns, r.ns_per_object * 1.05);
    }
    if (panel.x_to <= panel.x_from) panel.x_to = panel.x_from + 1;
    std::string svg = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n"
        "<style>text{{fill:#555}}.title{{font-size:14px;font-weight:bold}}.grid{{stroke:#8884;fill:none}}"
        ".line{{fill:none;stroke-width:2}}@media(prefers-color-scheme:dark){{text{{fill:#bbb}}}}</style>\n",
        Panel::width, Panel::height * static_cast<double>(titles.size()));
    for (std::size_t i = 0; i != titles.size(); ++i) {
        fmt::format_to(std::back_inserter(svg), "<g transform=\"translate(0 {})\">\n",
                       Panel::height * static_cast<double>(i));
        axes(svg, panel, titles[i]);
        lines(svg, panel, panels[titles[i]]);
        svg += "</g>\n";
    }
    svg += "</svg>\n";
    std::ofstream file(path);
    file << svg;
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace bench
