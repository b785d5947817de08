// trav/report/plot/saved.hpp: the parameters of a drawing, for another drawing to match.
#pragma once

#include "../hp/writer.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace trav::plot {

/// Scale, order and shades. report/plot/aux_file.hpp reads them from a file; labels there are one word.
struct Saved {
    double x_range = 0, y_range = 0;              ///< the least extents of the axes
    std::map<std::string, std::int64_t> order{};  ///< each label's position from the bottom, starting at 1
    std::map<std::string, double> shade{};        ///< each label's shade, 0 (black) to 1 (white)

    /// A label's position; 0 if it has none.
    std::int64_t order_of(std::string_view label) const {
        auto const found = order.find(hp_word(std::string(label)));
        return found == order.end() ? 0 : found->second;
    }
    /// A label's shade; null if it has none.
    double const* shade_of(std::string_view label) const {
        auto const found = shade.find(hp_word(std::string(label)));
        return found == shade.end() ? nullptr : &found->second;
    }
};

}  // namespace trav::plot
