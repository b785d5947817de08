// if_tracked: a call in a program with one tracked block, for tests.
#pragma once

#include <trav/detail/malloc_bytes.hpp>

#include <utility>

namespace test {

inline void const* tracked_block = nullptr;

/// The result of f() while the program tracks this block, and no other.
auto if_tracked(void const* block, auto const& f) {
    tracked_block = block;
    auto const before = std::exchange(trav::detail::is_tracked_block,
                                      [](void const* other) { return other == tracked_block; });
    auto const result = f();
    trav::detail::is_tracked_block = before;
    return result;
}

}  // namespace test
