// trav/detail/owned.hpp: std::unique_ptr, for headers that need nothing else of <memory>, which would be a
// fifth of what profile/profiler.hpp takes to compile.
#pragma once

#include "compiler.hpp"

#include <type_traits>
#include <utility>

namespace trav::detail {

/// The only pointer to an object, which dies with it.
template <class T>
class Owned {
  public:
    Owned() = default;
    explicit Owned(T* object) noexcept : object_(object) {}
    Owned(Owned&& other) noexcept : object_(other.release()) {}
    template <class Derived>
        requires std::is_convertible_v<Derived*, T*>
    Owned(Owned<Derived>&& other) noexcept : object_(other.release()) {}
    Owned& operator=(Owned other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Owned() { delete object_; }

    explicit operator bool() const { return object_ != nullptr; }
    T& operator*() const { return *object_; }
    T* operator->() const { return object_; }
    /// Null is left here; who gets the object deletes it.
    T* release() noexcept { return std::exchange(object_, nullptr); }

  private:
    T* object_ = nullptr;
};

}  // namespace trav::detail
