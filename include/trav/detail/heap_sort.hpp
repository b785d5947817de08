// trav/detail/heap_sort.hpp: heap_sort(), for headers that would only need <algorithm> for it.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <utility>

namespace trav::detail {

/// Sorts `count` items, in place and without recursion. Equal items may change places.
template <class T, class Less>
void heap_sort(T* items, std::size_t count, Less less) {
    auto const sink = [&](std::size_t at, std::size_t size) {
        for (std::size_t child; (child = 2 * at + 1) < size; at = child) {
            if (child + 1 < size && less(items[child], items[child + 1])) ++child;
            if (!less(items[at], items[child])) return;
            std::swap(items[at], items[child]);
        }
    };
    for (std::size_t i = count / 2; i-- != 0;) sink(i, count);
    for (std::size_t size = count; size > 1;) {
        std::swap(items[0], items[--size]);
        sink(0, size);
    }
}

}  // namespace trav::detail
