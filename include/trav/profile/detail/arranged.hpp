// trav/profile/detail/arranged.hpp: items of an array in another order, in 8 bytes for each besides.
//
// Merge sort from below; <algorithm> would be an eighth more to compile.
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::detail {

/// Numbers so that less(b, a) for none that comes before another, b after a; equals remain as they are.
template <class Less>
std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> numbers, Less less) {
    std::size_t const count = numbers.size();
    auto const before = [&](std::size_t end) { return end < count ? end : count; };
    std::vector<std::uint32_t> next(count);
    for (std::size_t width = 1; width < count; width *= 2, numbers.swap(next))
        for (std::size_t begin = 0; begin < count; begin += 2 * width) {
            std::size_t const middle = before(begin + width), end = before(begin + 2 * width);
            std::size_t a = begin, b = middle;
            for (std::size_t to = begin; to != end; ++to) {
                bool const second = a == middle || (b != end && less(numbers[b], numbers[a]));
                next[to] = numbers[second ? b++ : a++];
            }
        }
    return numbers;
}
/// 0, 1, ..., count - 1 in such an order.
template <class Less>
std::vector<std::uint32_t> sorted(std::size_t count, Less less) {
    std::vector<std::uint32_t> numbers(count);
    for (std::size_t i = 0; i != count; ++i) numbers[i] = static_cast<std::uint32_t>(i);
    return sorted(std::move(numbers), less);
}

/// Moves items so that the k-th is the one that was the order[k]-th, which has each number once.
template <class Items>
void arrange(Items& items, std::vector<std::uint32_t> order) {
    for (std::size_t begin = 0; begin != order.size(); ++begin) {
        if (order[begin] == begin) continue;
        auto first = std::move(items[begin]);
        std::size_t at = begin;
        while (order[at] != begin) {  // one cycle
            std::size_t const from = std::exchange(order[at], static_cast<std::uint32_t>(at));
            items[at] = std::move(items[from]);
            at = from;
        }
        order[at] = static_cast<std::uint32_t>(at);
        items[at] = std::move(first);
    }
}

}  // namespace trav::detail
