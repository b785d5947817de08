// trav/detail/unique_ptr.hpp: a replacement for std::unique_ptr. <memory> would account for a fifth of the
// compile time of profile/profiler.hpp.
#pragma once

#include "compiler.hpp"

#include <type_traits>
#include <utility>

namespace trav::detail {

/// The owner of an object, which it deletes.
template <class T>
class UniquePtr {
  public:
    UniquePtr() = default;
    explicit UniquePtr(T* object) noexcept : object_(object) {}
    UniquePtr(UniquePtr&& other) noexcept : object_(other.release()) {}
    template <class Derived>
        requires std::is_convertible_v<Derived*, T*>
    UniquePtr(UniquePtr<Derived>&& other) noexcept : object_(other.release()) {}
    UniquePtr& operator=(UniquePtr other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~UniquePtr() { delete object_; }

    explicit operator bool() const { return object_ != nullptr; }
    T& operator*() const { return *object_; }
    T* operator->() const { return object_; }
    T* get() const { return object_; }
    /// Releases the object and becomes null. The caller must delete the object.
    T* release() noexcept { return std::exchange(object_, nullptr); }

  private:
    T* object_ = nullptr;
};

}  // namespace trav::detail
