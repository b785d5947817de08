// trav/detail/large_vector.hpp: vectors and strings in large pages, for data with an item per object or edge.
#pragma once

#include "large_pages.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace trav::detail {

/// An allocator that requests large pages for blocks of 4 MB and more.
template <class T>
struct LargePages {
    using value_type = T;

    LargePages() = default;
    template <class U>
    LargePages(LargePages<U> const&) {}

    T* allocate(std::size_t n) {
        T* const block = std::allocator<T>().allocate(n);
        prefer_large_pages(block, n * sizeof(T), 2 * large_page);
        return block;
    }
    void deallocate(T* block, std::size_t n) { std::allocator<T>().deallocate(block, n); }

    friend bool operator==(LargePages, LargePages) { return true; }
};

/// A vector with an item per object or edge.
template <class T>
using LargeVector = std::vector<T, LargePages<T>>;
/// A string with the texts of many objects.
using LargeString = std::basic_string<char, std::char_traits<char>, LargePages<char>>;

}  // namespace trav::detail
