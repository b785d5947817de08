// trav/profile/listed_sets.hpp: selects the sets of a breakdown that a profile lists.
//
// In memory sets share their parts, but a band lists all members of its set. If each of n sets has one member
// more than the one before, these are n * n / 2 members. So all sets of a breakdown together list at most
// 2^21 members. If there are more, the largest sets become MANY, like sets above a cap.
#pragma once

#include "sort.hpp"

#include <cstddef>
#include <vector>

namespace trav::detail {

/// The number of members that all bands of a breakdown together may list.
inline constexpr std::size_t most_listed_members = std::size_t{1} << 21;

/// The largest size of listed sets: all sets up to this size together have at most `most` members. A
/// template, so that it is compiled only if it is used.
template <class = void>
std::size_t largest_listed_set(std::vector<std::size_t> const& sizes,
                               std::size_t most = most_listed_members) {
    auto const order =
        sorted(sizes.size(), [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
    std::size_t largest = 0;
    for (std::size_t begin = 0, end = 0; begin != order.size(); begin = end) {
        std::size_t const size = sizes[order[begin]];
        while (end != order.size() && sizes[order[end]] == size) ++end;
        std::size_t const sets = end - begin;
        if (size != 0 && sets > most / size) return size - 1;
        most -= sets * size;
        largest = size;
    }
    return largest;
}

}  // namespace trav::detail
