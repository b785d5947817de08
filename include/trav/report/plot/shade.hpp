// trav/report/plot/shade.hpp: hp2ps's fillings of the bands: greys or colours.
//
//     auto const shades = trav::plot::shades(traces, trav::plot::Ink::colour, saved);
#pragma once

#include "saved.hpp"
#include "traces.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trav::plot {

/// The kind of filling.
enum class Ink { grey, colour };

/// The filling of a band, with components from 0 to 1, and its number in a .aux file.
struct Shade {
    double red, green, blue;
    double number;
};

namespace detail {

inline Shade grey(double level) { return {level, level, level, level}; }

inline Shade grey(std::size_t n) {
    constexpr std::array<double, 10> greys{0, 0.2, 0.6, 0.3, 0.9, 0.4, 1, 0.7, 0.5, 0.8};
    return grey(greys[n % greys.size()]);
}

// The number encodes a colour: two digits each of red, green and blue.
inline Shade colour(std::size_t n) {
    struct Halves {
        int red, green, blue;
    };
    constexpr std::array<Halves, 27> colours{
        {{0, 0, 0}, {0, 0, 2}, {0, 2, 0}, {0, 2, 2}, {2, 0, 0}, {2, 0, 2}, {2, 2, 0}, {2, 2, 2}, {0, 0, 1},
         {0, 1, 0}, {0, 1, 2}, {0, 2, 1}, {1, 0, 0}, {1, 0, 2}, {1, 2, 0}, {1, 2, 2}, {2, 0, 1}, {2, 1, 0},
         {2, 1, 2}, {2, 2, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {1, 1, 1}}};
    auto const [r, g, b] = colours[n % colours.size()];
    return {r / 2.0, g / 2.0, b / 2.0, (r * 10000 + g * 100 + b) * 5 / 1e6};
}

}  // namespace detail

/// The shade of each band, in the order of the bands: the saved shade if there is one, otherwise the next
/// one. A .aux file has two decimals, too few for a colour, so a colour is derived from the saved position
/// instead.
inline std::vector<Shade> shades(Traces const& traces, Ink ink, Saved const* saved = nullptr) {
    std::vector<Shade> result;
    std::size_t next = 0;
    for (auto const& band : traces.bands) {
        double const* const kept = saved ? saved->shade_of(band.label) : nullptr;
        std::int64_t const place = kept ? saved->order_of(band.label) : 0;
        if (!kept) result.push_back(ink == Ink::grey ? detail::grey(next++) : detail::colour(next++));
        else if (ink == Ink::grey) result.push_back(detail::grey(*kept));
        else result.push_back(detail::colour(static_cast<std::size_t>(std::max<std::int64_t>(place, 1) - 1)));
        if (kept) result.back().number = *kept;
    }
    return result;
}

}  // namespace trav::plot
