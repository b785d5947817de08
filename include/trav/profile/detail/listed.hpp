// trav/profile/detail/listed.hpp: which sets of a breakdown a profile lists.
//
// In memory sets share their parts, but a band lists the members of its set. Where each of n sets has one
// member more than another, that is n * n / 2 members. So all sets of a breakdown together list at most 2^21
// members: if they have more, the largest of them are MANY, as those above a cap are.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace trav::detail {

/// How many members all bands of a breakdown may list.
inline constexpr std::size_t most_listed = std::size_t{1} << 21;

/// The largest size of sets that are listed, if all up to this size together list at most `most` members.
/// A template, so that only who calls it compiles it.
template <class = void>
std::size_t largest_listed(std::vector<std::size_t> const& sizes, std::size_t most = most_listed) {
    std::map<std::size_t, std::size_t> how_many;
    for (std::size_t const size : sizes) ++how_many[size];
    std::size_t largest = 0;
    for (auto const& [size, sets] : how_many) {
        if (size != 0 && sets > most / size) return size - 1;
        most -= sets * size;
        largest = size;
    }
    return largest;
}

}  // namespace trav::detail
