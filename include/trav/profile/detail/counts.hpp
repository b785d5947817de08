// trav/profile/detail/counts.hpp: how much was counted for each combination of bands, sample by sample.
#pragma once

#include "../amount.hpp"
#include "numbers.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trav::detail {

/// A combination is a row: a band for each of `columns` breakdowns.
template <std::size_t columns>
class Counts {
  public:
    using Bands = std::array<std::uint32_t, columns>;

    /// row(bands) is about to be asked for.
    TRAV_INLINE void expect(Bands const& bands) const { rows_.expect(bands); }
    /// The number of these bands' row.
    std::uint32_t row(Bands const& bands) { return rows_.number(bands); }
    std::vector<std::uint32_t> bands(std::uint32_t row) const {
        return {rows_[row].begin(), rows_[row].end()};
    }

    /// Counts in the sample that is under way.
    void add(std::uint32_t row, Amount const& amount) {
        if (row >= now_.size()) now_.resize(row + 1);
        now_[row] += amount;
    }
    void end_sample() {
        auto& sample = samples_.emplace_back();
        for (std::uint32_t row = 0; row != now_.size(); ++row)
            if (now_[row].objects != 0) sample.push_back({row, std::exchange(now_[row], {})});
    }
    /// What a sample counted: pairs of a row and an amount.
    auto const& sample(std::size_t number) const { return samples_[number]; }

  private:
    struct Hash {
        std::size_t operator()(Bands const& bands) const {
            std::uint64_t hash = 0;
            for (auto const band : bands) hash = (hash ^ band) * 0x9E3779B97F4A7C15u, hash ^= hash >> 32;
            return static_cast<std::size_t>(hash);
        }
    };
    Numbers<Bands, Hash> rows_;
    std::vector<Amount> now_;  // by row
    std::vector<std::vector<std::pair<std::uint32_t, Amount>>> samples_;
};

}  // namespace trav::detail
