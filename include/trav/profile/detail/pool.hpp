// trav/profile/detail/pool.hpp: a pool of values with small, reusable ids.
#pragma once

#include "../../detail/growing_array.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace trav::detail {

template <class T>
class Pool {
  public:
    using Id = std::uint32_t;

    /// Makes room for one add(), so that it does not allocate. remove() never allocates.
    void make_room() {
        if (!free_.empty()) return;
        values_.room(1);
        if (free_.capacity() <= values_.size()) free_.reserve(2 * values_.size() + 16);
    }
    /// Stores a value.
    Id add(T value) {
        make_room();
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
    /// Removes a value and returns it; its id may be reused.
    T remove(Id id) {
        free_.push_back(id);
        return std::exchange(values_[id], T{});
    }
    T& operator[](Id id) { return values_[id]; }
    T const& operator[](Id id) const { return values_[id]; }

    /// All places; free places hold a default value.
    std::span<T const> values() const { return {values_.data(), values_.size()}; }

  private:
    GrowingArray<T> values_;
    std::vector<Id> free_;
};

}  // namespace trav::detail
