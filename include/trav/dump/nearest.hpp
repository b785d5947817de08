// nearest: chooses the names that are most like a misspelled one.
//
//     nearest({"catalogue", "cache", "orders"}, "cash", 2)      // {"cache", "catalogue"}
//
// Names that begin with the wanted text come first, then names by edit distance. O(letters squared) per name.
#pragma once

#include "../detail/compiler.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// The number of letters to insert, delete or replace to turn one text into the other.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i != a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j != b.size(); ++j) {
            std::size_t const replaced = diagonal + (a[i] != b[j] ? 1 : 0);
            diagonal = std::exchange(row[j + 1], std::min({replaced, row[j] + 1, row[j + 1] + 1}));
        }
    }
    return row[b.size()];
}

/// The `n` names that are most like `wanted`, the best first; ties stay in the given order.
inline std::vector<std::string> nearest(std::vector<std::string> const& names, std::string_view wanted,
                                        std::size_t n) {
    constexpr std::size_t compared = 64;  // letters; a name may be a whole text
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i != names.size(); ++i) {
        bool const begins_so = !wanted.empty() && names[i].starts_with(wanted);
        std::string_view const name = std::string_view(names[i]).substr(0, compared);
        order.emplace_back(begins_so ? 0 : edit_distance(name, wanted.substr(0, compared)), i);
    }
    n = std::min(n, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n), order.end());
    std::vector<std::string> result;
    for (std::size_t i = 0; i != n; ++i) result.push_back(names[order[i].second]);
    return result;
}

}  // namespace trav::dump
