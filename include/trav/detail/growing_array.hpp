// trav/detail/growing_array.hpp: an array that grows at its end and touches only memory that is written.
//
// The first write to a page costs more than filling it. Large arrays are therefore not zeroed beforehand,
// and the system moves the pages of items that can be moved as bytes. Items may be written before it is
// known how many to keep. It consists of three pointers, and their addresses are never taken, so it
// can stay in registers.
#pragma once

#include "compiler.hpp"
#include "large_pages.hpp"
#include "raise.hpp"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// Prepares a new block of malloc's. Large pages are for 32 MB and more: glibc maps such a block separately,
/// so little memory is wasted at its end.
inline void* taken_block(void* block, std::size_t bytes) {
    if (block == nullptr) raise(std::bad_alloc());
    prefer_large_pages(block, bytes, 16 * large_page);
    return block;
}
/// A larger block with the same contents; a new one if `block` is null. A growing block keeps its small
/// pages: the system can move these.
TRAV_NOINLINE inline void* grown_block(void* block, std::size_t bytes) {
    if (block == nullptr) return taken_block(resize_block(nullptr, bytes), bytes);
    void* const to = resize_block(block, bytes);
    if (to == nullptr) raise(std::bad_alloc());
    return to;
}

template <class T>
class GrowingArray {
    static constexpr bool as_bytes =
        std::is_trivially_copyable_v<T> && alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__;

  public:
    GrowingArray() = default;
    TRAV_INLINE GrowingArray(GrowingArray&& other) noexcept
        : begin_(std::exchange(other.begin_, nullptr)),
          end_(std::exchange(other.end_, nullptr)),
          limit_(std::exchange(other.limit_, nullptr)) {}
    TRAV_INLINE GrowingArray& operator=(GrowingArray&& other) noexcept {
        std::swap(begin_, other.begin_);
        std::swap(end_, other.end_);
        std::swap(limit_, other.limit_);
        return *this;
    }
    TRAV_ALWAYS_INLINE ~GrowingArray() { free(begin_); }

    TRAV_INLINE bool empty() const { return end_ == begin_; }
    TRAV_INLINE std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
    TRAV_INLINE T* data() const { return begin_; }
    TRAV_INLINE T& operator[](std::size_t i) const { return begin_[i]; }
    TRAV_INLINE T* begin() const { return begin_; }
    TRAV_INLINE T* end() const { return end_; }
    TRAV_INLINE void clear() { end_ = begin_; }

    TRAV_INLINE void push(T const& item) {
        if (end_ == limit_) [[unlikely]]
            grow(1);
        *end_++ = item;
    }
    TRAV_INLINE T pop() { return *--end_; }
    /// Makes room for n items at the end and returns it. After writing them, add() says how many to keep.
    TRAV_INLINE T* room(std::size_t n) {
        if (static_cast<std::size_t>(limit_ - end_) < n) [[unlikely]]
            grow(n);
        return end_;
    }
    TRAV_INLINE void add(std::size_t n) { end_ += n; }
    /// Writes an item into existing room; keeps the item if `counts` is 1, discards it if `counts` is 0.
    TRAV_INLINE void put(T const& item, std::size_t counts) {
        *end_ = item;
        end_ += counts;
    }
    /// Replaces all items by n copies of `item`.
    void assign(std::size_t n, T const& item) {
        clear();
        if constexpr (std::is_integral_v<T>)
            if (begin_ == nullptr && n != 0 && item == T{}) {  // fresh pages are zero
                begin_ = static_cast<T*>(taken_block(zeroed_block(n * sizeof(T)), n * sizeof(T)));
                end_ = limit_ = begin_ + n;
                return;
            }
        T* const to = room(n);
        for (std::size_t i = 0; i != n; ++i) to[i] = item;
        add(n);
    }
    /// Drops all but the first n items.
    void cut(std::size_t n) { end_ = begin_ + n; }

  private:
    TRAV_INLINE void grow(std::size_t n) {
        std::size_t const used = size();
        std::size_t const capacity = 2 * used + n + 64;
        if constexpr (as_bytes) begin_ = static_cast<T*>(grown_block(begin_, capacity * sizeof(T)));
        else begin_ = moved(begin_, used, capacity);
        end_ = begin_ + used;
        limit_ = begin_ + capacity;
    }
    /// Items that cannot be moved as bytes are constructed beforehand, so that all room can be assigned to.
    TRAV_NOINLINE static T* moved(T* from, std::size_t used, std::size_t capacity) {
        T* const to = new T[capacity];
        for (std::size_t i = 0; i != used; ++i) to[i] = std::move(from[i]);
        free(from);
        return to;
    }
    static void free(T* items) {
        if constexpr (as_bytes) free_block(items);
        else delete[] items;
    }

    T* begin_ = nullptr;
    T* end_ = nullptr;
    T* limit_ = nullptr;
};

}  // namespace trav::detail
