// trav/profile/sort.hpp: sorts and permutes arrays, with 8 additional bytes per item.
//
// Bottom-up merge sort; <algorithm> would add an eighth to the compile time.
#pragma once

#include "../detail/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::detail {

/// Sorts numbers by less(by, a, b); the sort is stable. Compiled once for all orders. FunctionRef would bring
/// in <functional>.
template <class = void>
std::vector<std::uint32_t> sorted_by(std::vector<std::uint32_t> numbers, void const* by,
                                     bool (*less)(void const* by, std::size_t a, std::size_t b)) {
    std::size_t const count = numbers.size();
    auto const before = [&](std::size_t end) { return end < count ? end : count; };
    std::vector<std::uint32_t> next(count);
    for (std::size_t width = 1; width < count; width *= 2, numbers.swap(next))
        for (std::size_t begin = 0; begin < count; begin += 2 * width) {
            std::size_t const middle = before(begin + width), end = before(begin + 2 * width);
            std::size_t a = begin, b = middle;
            for (std::size_t to = begin; to != end; ++to) {
                bool const second = a == middle || (b != end && less(by, numbers[b], numbers[a]));
                next[to] = numbers[second ? b++ : a++];
            }
        }
    return numbers;
}
/// Sorts numbers by less(a, b); the sort is stable.
template <class Less>
std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> numbers, Less const& less) {
    return sorted_by(std::move(numbers), &less, [](void const* by, std::size_t a, std::size_t b) {
        return bool{(*static_cast<Less const*>(by))(a, b)};
    });
}
/// The numbers 0, 1, ..., count - 1, sorted by less(a, b).
template <class Less>
std::vector<std::uint32_t> sorted(std::size_t count, Less const& less) {
    std::vector<std::uint32_t> numbers(count);
    for (std::size_t i = 0; i != count; ++i) numbers[i] = static_cast<std::uint32_t>(i);
    return sorted(std::move(numbers), less);
}

/// Moves the item at order[k] to k, for every k; `order` must be a permutation.
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
