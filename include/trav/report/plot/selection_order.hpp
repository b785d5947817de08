// trav/report/plot/selection_order.hpp: sorts elements into the same order as a selection sort, in O(n log
// n).
//
// hp2ps sorts by selection: the first least element swaps places with the element at its final place. So
// equal elements do not keep their order, and hp2ps's order can only be reproduced in the same way.
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
    std::set<Entry> rest;  // elements not yet in their place: key and current place
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
