// trav/profile/detail/columns.hpp: the breakdowns of a profiler at work: each is a column of its profile.
#pragma once

#include "../../detail/owned.hpp"
#include "classifier.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace trav::detail {

template <class N>
class Columns {
    using Column = Owned<Classifier<N>>;

  public:
    void add(Column column) {
        if (auto* const life = column->life()) {
            if (life_) throw std::invalid_argument("trav: a profiler takes one Biography");
            life_ = life;
            life_column_ = columns_.size();
        }
        if (auto* const follower = column->follower()) followers_.push_back(follower);
        columns_.push_back(std::move(column));
    }
    std::vector<Column> const& all() const { return columns_; }
    /// The Biography, if there is one, and its column.
    LifeClassifier<N>* life() const { return life_; }
    std::size_t life_column() const { return life_column_; }
    /// Those that are told of births and deaths.
    std::vector<Follower<N>*> const& followers() const { return followers_; }

    /// Whether objects may be counted while flows are being solved, and taken back.
    bool at_any_time() const {
        for (auto const& column : columns_)
            if (!column->at_any_time()) return false;
        return true;
    }

    void begin_sample(std::size_t number, double time) {
        forget();
        for (auto const& column : columns_) column->begin_sample(number, time);
    }
    /// Ends the census, unless it throws.
    void end_census() {
        if (life_) life_->end_census();
    }
    void abandon_census() {
        if (life_) life_->abandon_census();
    }
    /// The sample has been counted.
    void end_sample() {
        for (auto const& column : columns_) column->end_sample();
    }

    /// Forgets what was noted.
    void forget() { bands_.clear(), bytes_.clear(); }
    /// Frees it, too.
    void release() { bands_ = std::vector<std::uint32_t>(), bytes_ = std::vector<std::uint64_t>(); }
    /// Notes what is known of the next objects before the flows are solved.
    void note(std::span<N const> nodes, auto const& size) {
        std::size_t const first = bytes_.size();
        bytes_.resize(first + nodes.size());
        for (std::size_t i = 0; i != nodes.size(); ++i)
            bytes_[first + i] = static_cast<std::uint64_t>(size(nodes[i]));
        bands_.resize(bytes_.size() * columns_.size());
        classify(true, nodes, nullptr, first);
    }
    /// The bands of objects, in all columns; of those that were noted they begin at the `first`.
    std::uint32_t const* bands(std::span<N const> nodes, Place const* places, std::size_t first) {
        classify(false, nodes, places, first);
        return bands_.data() + first * columns_.size();
    }
    /// The sizes of those that were noted.
    std::uint64_t const* bytes() const { return bytes_.data(); }

  private:
    /// Writes the bands of those breakdowns that know them at sight, or those of the others.
    void classify(bool at_sight, std::span<N const> nodes, Place const* places, std::size_t first) {
        std::uint32_t* band = bands_.data() + first * columns_.size();
        for (auto const& column : columns_) {
            if (column->at_sight() == at_sight) column->classify({nodes, places, band, columns_.size()});
            ++band;
        }
    }

    std::vector<Column> columns_;
    LifeClassifier<N>* life_ = nullptr;
    std::size_t life_column_ = 0;
    std::vector<Follower<N>*> followers_;
    // of the objects that were noted: the numbers of their bands, one for each column, and their sizes
    std::vector<std::uint32_t> bands_;
    std::vector<std::uint64_t> bytes_;
};

}  // namespace trav::detail
