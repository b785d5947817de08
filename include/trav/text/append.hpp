// trav/text/append.hpp: append() and concatenated(), the += and + of std::string, without a copy of their
// code in each caller. For C++20 no library has that code, so each source file compiles it.
#pragma once

#include "../detail/compiler.hpp"

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace trav::detail {

/// Appends a text.
template <class = void>
TRAV_NOINLINE void append(std::string& to, std::string_view text) {
    to.append(text.data(), text.size());
}
/// Appends a character `count` times.
template <class = void>
TRAV_NOINLINE void append(std::string& to, std::size_t count, char character) {
    to.append(count, character);
}
/// All texts, one after the other.
template <class = void>
TRAV_NOINLINE std::string concatenated(std::initializer_list<std::string_view> texts) {
    std::size_t length = 0;
    for (auto const text : texts) length += text.size();
    std::string all;
    all.reserve(length);
    for (auto const text : texts) append(all, text);
    return all;
}

}  // namespace trav::detail
