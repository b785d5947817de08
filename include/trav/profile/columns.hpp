// trav/profile/columns.hpp: the breakdowns of a profiler, at work: each is a column of its profile.
#pragma once

#include "../detail/growing_array.hpp"
#include "../detail/raise.hpp"
#include "../detail/unique_ptr.hpp"
#include "detail/classifier.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace trav::detail {

template <class N>
class Columns {
    using Column = UniquePtr<Classifier<N>>;

  public:
    void add(Column column) {
        if (auto* const life = column->life()) {
            if (life_) detail::raise(std::invalid_argument("trav: a profiler takes one Biography"));
            life_ = life;
            life_column_ = columns_.size();
        }
        columns_.push_back(std::move(column));
    }
    std::vector<Column> const& all() const { return columns_; }
    /// The Biography, or null, and the index of its column.
    Biography<N>* life() const { return life_; }
    std::size_t life_column() const { return life_column_; }
    /// Whether objects may be counted while flows are being solved, and uncounted.
    bool at_any_time() const {
        for (auto const& column : columns_)
            if (column->timing() != Timing::at_any_time) return false;
        return true;
    }

    void begin_sample(std::size_t number, double time) {
        forget();
        for (auto const& column : columns_) column->begin_sample(number, time);
    }
    /// Called after the sample has been counted.
    void end_sample() {
        for (auto const& column : columns_) column->end_sample();
    }

    /// Forgets the recorded objects.
    void forget() { bands_.clear(), bytes_.clear(); }
    /// Forgets the recorded objects, and frees their memory.
    void release() { bands_ = GrowingArray<std::uint32_t>(), bytes_ = GrowingArray<std::uint64_t>(); }
    /// Records sizes and early bands of the next objects, before the flows are solved.
    void record(std::span<N const> nodes, auto const& size) {
        std::size_t const first = bytes_.size();
        std::uint64_t* bytes = bytes_.room(nodes.size());
        for (N const& n : nodes) *bytes++ = static_cast<std::uint64_t>(size(n));
        bytes_.add(nodes.size());
        std::size_t const count = nodes.size() * columns_.size();
        std::uint32_t* const bands = bands_.room(count);
        for (std::size_t i = 0; i != count; ++i) bands[i] = 0;
        bands_.add(count);
        classify(true, nodes, nullptr, first);
    }
    /// The bands of objects, in all columns. For recorded objects, `first` is the index of the first one.
    std::uint32_t const* bands(std::span<N const> nodes, Place const* places, std::size_t first) {
        classify(false, nodes, places, first);
        return bands_.data() + first * columns_.size();
    }
    /// The sizes of the recorded objects.
    std::uint64_t const* bytes() const { return bytes_.data(); }

  private:
    /// Writes the bands that are known at sight, or all others.
    void classify(bool at_sight, std::span<N const> nodes, Place const* places, std::size_t first) {
        std::uint32_t* band = bands_.data() + first * columns_.size();
        for (auto const& column : columns_) {
            if ((column->timing() == Timing::at_sight) == at_sight)
                column->classify({nodes, places, band, columns_.size()});
            ++band;
        }
    }

    std::vector<Column> columns_;
    Biography<N>* life_ = nullptr;
    std::size_t life_column_ = 0;
    // of the recorded objects: one band number per column, and the size
    GrowingArray<std::uint32_t> bands_;
    GrowingArray<std::uint64_t> bytes_;
};

}  // namespace trav::detail
