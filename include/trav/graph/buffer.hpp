// trav/graph/buffer.hpp: Buffer, an array that a struct has allocated manually, or its flexible array member.
// A description (described.hpp) lists it like a member. Its elements are parts of the struct, and its bytes
// count as the struct's.
//
//     member("items", trav::Buffer{list.items, list.size, list.capacity});
//     member("chars", trav::Buffer{string.chars, string.length + 1});      // char chars[];
//     member("entries", trav::Buffer{table.entries, 0, table.capacity});   // only its bytes
#pragma once

#include "../detail/compiler.hpp"

#include <concepts>
#include <cstddef>

namespace trav {

/// `count` elements starting at `first`, in memory for `room` elements.
template <class T>
class Buffer {
  public:
    using value_type = T;

    constexpr Buffer(T const* first, std::integral auto count) : Buffer(first, count, count) {}
    constexpr Buffer(T const* first, std::integral auto count, std::integral auto room)
        : first_(first), count_(static_cast<std::size_t>(count)), room_(static_cast<std::size_t>(room)) {}
    /// Refused: an array without its length.
    constexpr explicit Buffer(T const*) {
        static_assert(!sizeof(T), "trav: a Buffer needs the number of elements: trav::Buffer{array, count}");
    }

    constexpr T const* begin() const { return first_; }
    constexpr T const* end() const { return first_ + count_; }
    constexpr T const* data() const { return first_; }
    constexpr std::size_t size() const { return count_; }
    constexpr std::size_t capacity() const { return room_; }

  private:
    T const* first_;
    std::size_t count_;
    std::size_t room_;
};

}  // namespace trav
