// trav/profile/detail/pool.hpp: values told by small numbers, whose places are used again.
#pragma once

#include "../../detail/column.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace trav::detail {

template <class T>
class Pool {
  public:
    using Id = std::uint32_t;

    /// Takes a value in.
    Id add(T value) {
        if (free_.empty()) {
            *values_.room(1) = std::move(value);
            values_.add(1);
            return static_cast<Id>(values_.size() - 1);
        }
        Id const id = free_.back();
        free_.pop_back();
        values_[id] = std::move(value);
        return id;
    }
    /// Hands it out; its number will be another's.
    T remove(Id id) {
        free_.push_back(id);
        return std::exchange(values_[id], T{});
    }
    T& operator[](Id id) { return values_[id]; }
    T const& operator[](Id id) const { return values_[id]; }

    /// All places: values, and in those that are free, values that were just made.
    std::span<T const> values() const { return {values_.data(), values_.size()}; }

  private:
    Column<T> values_;
    std::vector<Id> free_;
};

}  // namespace trav::detail
