// trav/detail/shared.hpp: an immutable value with any number of owners. Copies are O(1), so that a graph that
// had to build something is still a value; they can be made and dropped in several threads.
#pragma once

#include "compiler.hpp"

#include <cstddef>
#include <utility>

namespace trav::detail {

template <class T>
class Shared {
  public:
    Shared() = default;
    /// Constructs the value in place; it never moves.
    template <class... Args>
    explicit Shared(std::in_place_t, Args&&... args) : box_(new Box{T(std::forward<Args>(args)...), 1}) {}
    Shared(Shared const& other) noexcept : box_(other.box_) {
        if (box_) increased(box_->owners);
    }
    Shared(Shared&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
    Shared& operator=(Shared other) noexcept {
        std::swap(box_, other.box_);
        return *this;
    }
    ~Shared() {
        if (box_ && decreased(box_->owners) == 0) delete box_;
    }

    explicit operator bool() const { return box_ != nullptr; }
    T const& operator*() const { return box_->value; }
    T const* operator->() const { return &box_->value; }

  private:
    struct Box {
        T value;
        std::size_t owners;
    };
    Box* box_ = nullptr;
};

}  // namespace trav::detail
