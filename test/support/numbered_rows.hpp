// A numbered graph, for tests of solvers of flows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace test {

/// The children of each place, in one array. The memory behind them contains no places: solvers may prefetch
/// from it, and must not use it.
class NumberedRows {
  public:
    using Place = std::uint32_t;

    explicit NumberedRows(std::vector<std::vector<Place>> const& rows) {
        for (auto const& row : rows) {
            references_.insert(references_.end(), row.begin(), row.end());
            begins_.push_back(static_cast<Place>(references_.size()));
        }
        references_.insert(references_.end(), 8, 0xFFFFFF);
    }
    std::size_t size() const { return begins_.size() - 1; }
    std::span<Place const> begins() const { return begins_; }
    std::span<Place const> references() const { return {references_.data(), begins_.back()}; }
    std::span<Place const> children(Place place) const {
        return references().subspan(begins_[place], begins_[place + 1] - begins_[place]);
    }

  private:
    std::vector<Place> begins_{0}, references_;
};

}  // namespace test
