// trav/detail/shared_ptr.hpp: reference-counted owners of an immutable value, like std::shared_ptr<T const>.
// Copies are O(1), so a graph with precomputed data can still be copied cheaply. Several threads may copy and
// destroy owners at the same time.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <utility>

namespace trav::detail {

template <class T>
class SharedPtr {
  public:
    SharedPtr() = default;
    /// Constructs the value in place; it never moves.
    template <class... Args>
    explicit SharedPtr(std::in_place_t, Args&&... args) : box_(new Box(std::forward<Args>(args)...)) {}
    SharedPtr(SharedPtr const& other) noexcept : box_(other.box_) {
        if (box_) increased(box_->owners);
    }
    SharedPtr(SharedPtr&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
    SharedPtr& operator=(SharedPtr other) noexcept {
        std::swap(box_, other.box_);
        return *this;
    }
    ~SharedPtr() {
        if (box_ && decreased(box_->owners) == 0) delete box_;
    }

    explicit operator bool() const { return box_ != nullptr; }
    T const* get() const { return box_ ? &box_->value : nullptr; }
    T const& operator*() const { return box_->value; }
    T const* operator->() const { return &box_->value; }

  private:
    struct Box {
        template <class... Args>
        explicit Box(Args&&... args) : value(std::forward<Args>(args)...) {}
        T value;
        std::size_t owners = 1;
    };
    Box* box_ = nullptr;
};

}  // namespace trav::detail
