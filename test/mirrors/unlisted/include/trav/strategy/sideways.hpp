#pragma once

#include <cstddef>

struct Rows {};

template <std::size_t>
struct Sideways {
    static constexpr bool returns = false;
};
struct Backwards : Worklist<Rows, true> {};
