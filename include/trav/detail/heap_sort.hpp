// trav/detail/heap_sort.hpp: heap_sort(), for headers that would only need <algorithm> for it.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <utility>

namespace trav::detail {

/// Sorts `count` items, in place and without recursion. Equal items may change places.
template <class T, class Less>
void heap_sort(T* items, std::size_t count, Less less) {
    for (std::size_t begin = count / 2, end = count; end > 1;) {  // first makes a heap, then takes it apart
        if (begin != 0) --begin;
        else std::swap(items[0], items[--end]);
        for (std::size_t at = begin, child; (child = 2 * at + 1) < end; at = child) {
            if (child + 1 < end && less(items[child], items[child + 1])) ++child;
            if (!less(items[at], items[child])) break;
            std::swap(items[at], items[child]);
        }
    }
}

}  // namespace trav::detail
