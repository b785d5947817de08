// trav/report/plot/selection_order.hpp: the order in which a selection sort leaves its elements, in O(n log
// n).
//
// hp2ps sorts by selection: the first of the least elements changes places with the one that stands where it
// belongs. So equal elements do not keep their order, and to get hp2ps's order one must do the same.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace trav::plot::detail {

/// Sorts by key(element), least first.
template <class T, class Key>
void selection_order(std::vector<T>& elements, Key key) {
    using Entry = std::pair<decltype(key(elements.front())), std::size_t>;
    std::set<Entry> rest;  // of what is not in its place yet: the key and where it stands
    for (std::size_t i = 0; i != elements.size(); ++i) rest.insert({key(elements[i]), i});
    for (std::size_t i = 0; i != elements.size(); ++i) {
        std::size_t const least = rest.begin()->second;
        rest.erase(rest.begin());
        if (least == i) continue;
        auto moved = rest.extract(Entry{key(elements[i]), i});
        moved.value().second = least;
        std::swap(elements[i], elements[least]);
        rest.insert(std::move(moved));
    }
}

}  // namespace trav::plot::detail
