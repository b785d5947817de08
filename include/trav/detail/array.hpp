// trav/detail/array.hpp: an array whose size is fixed when it is made. <vector> would be a quarter of what
// engine.hpp takes to compile.
#pragma once

#include "compiler.hpp"
#include "raise.hpp"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class T>
class Array {
  public:
    Array() = default;
    /// `size` items, as T() makes them.
    explicit Array(std::size_t size) : Array() { make(size); }
    Array(Array const& other) : Array(other.size_) {
        for (std::size_t i = 0; i != size_; ++i) items_[i] = other.items_[i];
    }
    Array(Array&& other) noexcept
        : items_(std::exchange(other.items_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    Array& operator=(Array other) noexcept {
        std::swap(items_, other.items_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~Array() {
        if constexpr (!std::is_trivially_destructible_v<T>)
            for (std::size_t i = 0; i != size_; ++i) items_[i].~T();
        free(items_);
    }

    TRAV_INLINE std::size_t size() const { return size_; }
    TRAV_INLINE T* data() { return items_; }
    TRAV_INLINE T const* data() const { return items_; }
    TRAV_INLINE T* begin() { return items_; }
    TRAV_INLINE T* end() { return items_ + size_; }
    TRAV_INLINE T const* begin() const { return items_; }
    TRAV_INLINE T const* end() const { return items_ + size_; }
    TRAV_INLINE T& operator[](std::size_t i) { return items_[i]; }
    TRAV_INLINE T const& operator[](std::size_t i) const { return items_[i]; }

    /// Makes room for at least `size` items, which are more than before, and at least twice as many.
    TRAV_NOINLINE void grow(std::size_t size) {
        Array larger(size < 2 * size_ ? 2 * size_ : size);
        for (std::size_t i = 0; i != size_; ++i) larger.items_[i] = std::move(items_[i]);
        *this = std::move(larger);
    }

  private:
    void make(std::size_t size) {
        items_ = allocate(size);
        if constexpr (std::is_nothrow_default_constructible_v<T>) {
            for (std::size_t i = 0; i != size; ++i) ::new (static_cast<void*>(items_ + i)) T();
            size_ = size;
        } else {  // if a constructor throws, the destructor destroys the earlier items
            for (; size_ != size; ++size_) ::new (static_cast<void*>(items_ + size_)) T();
        }
    }
    static constexpr bool over_aligned = alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__;
    static T* allocate(std::size_t size) {
        if (size > ~std::size_t{0} / 2 / sizeof(T)) raise(std::bad_array_new_length());
        if constexpr (over_aligned)
            return static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t(alignof(T))));
        else return static_cast<T*>(::operator new(size * sizeof(T)));
    }
    static void free(T* items) {
        if constexpr (over_aligned) ::operator delete(items, std::align_val_t(alignof(T)));
        else ::operator delete(items);
    }

    T* items_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace trav::detail
