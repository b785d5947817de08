// trav/profile/table.hpp: Table, a profile grouped by some of its breakdowns: the input of reports.
#pragma once

#include "amount.hpp"

#include <concepts>
#include <cstddef>
#include <string>
#include <vector>

namespace trav {

/// One line per combination of texts that was ever counted, with one amount per sample.
struct Table {
    struct Line {
        std::vector<std::string> texts;  ///< one per column
        std::vector<Amount> amounts;     ///< one per sample

        Amount sum() const {
            Amount all;
            for (auto const& amount : amounts) all += amount;
            return all;
        }
    };
    std::vector<std::string> columns;
    std::vector<double> times;  ///< one per sample
    std::vector<Line> lines;    ///< largest sum of bytes first, then by text

    /// The amount of one line in one sample; zero if there is no such line. O(lines).
    Amount at(std::vector<std::string> const& texts, std::size_t sample = 0) const {
        for (auto const& line : lines)
            if (line.texts == texts) return line.amounts.at(sample);
        return {};
    }
    template <std::convertible_to<std::string> S>  // not std::string itself: {"a", "b"} would match it, too
    Amount at(S const& text, std::size_t sample = 0) const {
        return at(std::vector<std::string>{text}, sample);
    }

    /// The sum of all lines.
    Amount total(std::size_t sample = 0) const {
        Amount all;
        for (auto const& line : lines) all += line.amounts.at(sample);
        return all;
    }
};

}  // namespace trav
