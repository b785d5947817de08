// .aux files. The parameters of a drawing are unchanged after they are written and read back.
#include "fuzz.hpp"

#include <trav/report/plot/aux_file.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace {

trav::plot::Saved read(std::string_view text) {
    fuzz::Stream in(text);
    return trav::plot::read_aux(in, "x.aux");
}

/// Whether two numbers are equal up to the two decimals of a file.
bool same(double a, double b) { return std::abs(a - b) <= 0.005 + 1e-9 * std::abs(a); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    trav::plot::Saved saved;
    try {
        saved = read(fuzz::text(data, size));
    } catch (trav::Unreadable const& error) {
        fuzz::must_be_one_line(error.what());
        return 0;
    }
    trav::plot::Traces traces;
    traces.x_range = saved.x_range;
    traces.y_range = saved.y_range;
    std::vector<trav::plot::Shade> shades;
    for (auto const& [label, place] : saved.order) {
        auto const shade = saved.shade.find(label);
        traces.bands.push_back({label, {}});
        shades.push_back(trav::plot::detail::grey(shade == saved.shade.end() ? 0.0 : shade->second));
    }
    std::ostringstream out;
    write_aux(out, traces, shades);
    trav::plot::Saved const again = read(out.str());
    fuzz::must(same(saved.x_range, again.x_range) && same(saved.y_range, again.y_range), "the scale is kept");
    auto const is_word = [](auto const& band) { return trav::hp_word(band.label) == band.label; };
    if (!std::ranges::all_of(traces.bands, is_word)) return 0;  // two labels may have become one
    for (std::size_t i = 0; i != traces.bands.size(); ++i) {
        std::string const& label = traces.bands[i].label;
        fuzz::must(again.order_of(label) == static_cast<std::int64_t>(i) + 1, "the order is kept");
        fuzz::must(again.shade_of(label) != nullptr && same(*again.shade_of(label), shades[i].number),
                   "the shades are kept");
    }
    return 0;
}
