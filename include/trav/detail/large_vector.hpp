// trav/detail/large_vector.hpp: vectors and strings in large pages, for data with an item per object or edge.
#pragma once

#include "large_pages.hpp"

#include <cstddef>
#include <new>
#include <string>
#include <vector>

namespace trav::detail {

/// An allocator that requests large pages for blocks of 4 MB and more, which begin with a page.
template <class T>
class LargePages {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

  public:
    using value_type = T;

    LargePages() = default;
    template <class U>
    LargePages(LargePages<U> const&) {}

    T* allocate(std::size_t n) {
        std::size_t const bytes = n * sizeof(T);
        if (!large(n)) return static_cast<T*>(::operator new(bytes));
        void* const block = ::operator new(bytes, alignment);
        prefer_large_pages(block, bytes, 0);
        return static_cast<T*>(block);
    }
    void deallocate(T* block, std::size_t n) {
        if (large(n)) ::operator delete(block, alignment);
        else ::operator delete(block);
    }

    friend bool operator==(LargePages, LargePages) { return true; }

  private:
    static constexpr std::align_val_t alignment{large_page};

    static bool large(std::size_t n) { return n >= 2 * large_page / sizeof(T); }
};

/// A vector with an item per object or edge.
template <class T>
using LargeVector = std::vector<T, LargePages<T>>;
/// A string with the texts of many objects.
using LargeString = std::basic_string<char, std::char_traits<char>, LargePages<char>>;

}  // namespace trav::detail
