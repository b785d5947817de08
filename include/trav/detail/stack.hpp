// trav/detail/stack.hpp: the stack of the inner loops. It behaves like a std::vector with push_back, but
// growing does not take its address, so a walker made of stacks can stay in registers. Items may be written
// before it is known how many to keep, which saves a branch.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// Items below the floor cannot be popped.
template <class T>
class Stack {
  public:
    Stack() = default;
    Stack(Stack&& other) noexcept
        : begin_(std::exchange(other.begin_, nullptr)),
          floor_(std::exchange(other.floor_, nullptr)),
          top_(std::exchange(other.top_, nullptr)),
          end_(std::exchange(other.end_, nullptr)) {}
    Stack& operator=(Stack&& other) noexcept {
        std::swap(begin_, other.begin_);
        std::swap(floor_, other.floor_);
        std::swap(top_, other.top_);
        std::swap(end_, other.end_);
        return *this;
    }
    TRAV_ALWAYS_INLINE ~Stack() {
        clear();
        free(begin_);
    }

    /// Whether no item is above the floor.
    TRAV_INLINE bool empty() const { return top_ == floor_; }
    /// The number of items, including items below the floor.
    TRAV_INLINE std::size_t size() const { return static_cast<std::size_t>(top_ - begin_); }
    TRAV_INLINE T* begin() const { return begin_; }
    TRAV_INLINE T* end() const { return top_; }
    TRAV_INLINE T& top() { return top_[-1]; }
    T const& top() const { return top_[-1]; }
    TRAV_INLINE void clear() {
        if constexpr (!std::is_trivially_destructible_v<T>)
            while (top_ != begin_) (--top_)->~T();
        top_ = floor_ = begin_;
    }

    TRAV_INLINE std::size_t floor() const { return static_cast<std::size_t>(floor_ - begin_); }
    TRAV_INLINE void set_floor(std::size_t size) { floor_ = begin_ + size; }

    TRAV_INLINE void push(T item) {
        make_room();
        put(std::move(item));
    }
    TRAV_INLINE T pop() {
        --top_;
        T item = std::move(*top_);
        top_->~T();
        return item;
    }

    /// Makes room for one call of put().
    TRAV_INLINE void make_room() {
        if (top_ == end_) [[unlikely]]
            grow(1);
    }
    TRAV_INLINE void put(T item) {
        ::new (static_cast<void*>(top_)) T(std::move(item));
        ++top_;
    }
    /// Makes room for `count` items and returns it. After writing them, add() says how many to keep.
    TRAV_INLINE T* room(std::size_t count) {
        if (spare() < count) [[unlikely]]
            grow(count);
        return top_;
    }
    TRAV_INLINE void add(std::size_t count) { top_ += count; }
    /// Pushes into existing room: write(at) constructs items starting at `at` and returns their end.
    TRAV_INLINE void push_into_room(auto&& write) { top_ = write(top_); }

    /// The number of items that can be pushed before the stack must grow.
    TRAV_INLINE std::size_t spare() const { return static_cast<std::size_t>(end_ - top_); }
    /// Makes room for `count` more items, plus as many as there already are.
    TRAV_INLINE void grow(std::size_t count) {
        std::size_t const used = size();
        std::size_t const below = floor();
        std::size_t const capacity = 2 * used + count + 16;
        begin_ = moved(begin_, used, capacity);
        floor_ = begin_ + below;
        top_ = begin_ + used;
        end_ = begin_ + capacity;
    }

  private:
    TRAV_NOINLINE static T* moved(T* from, std::size_t count, std::size_t capacity) {
        T* const to = static_cast<T*>(allocate(capacity * sizeof(T)));
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (count != 0) copy_bytes(static_cast<void*>(to), from, count * sizeof(T));
        } else {
            for (std::size_t i = 0; i != count; ++i) {
                ::new (static_cast<void*>(to + i)) T(std::move(from[i]));
                from[i].~T();
            }
        }
        free(from);
        return to;
    }
    static constexpr bool over_aligned = alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__;
    static void* allocate(std::size_t bytes) {
        if constexpr (over_aligned) return ::operator new(bytes, std::align_val_t(alignof(T)));
        else return ::operator new(bytes);
    }
    static void free(T* memory) {
        if constexpr (over_aligned) ::operator delete(memory, std::align_val_t(alignof(T)));
        else ::operator delete(memory);
    }

    T* begin_ = nullptr;
    T* floor_ = nullptr;
    T* top_ = nullptr;
    T* end_ = nullptr;
};

}  // namespace trav::detail
