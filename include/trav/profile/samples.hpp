// trav/profile/samples.hpp: the samples of a profiler: the time and counts of each.
#pragma once

#include "../detail/growing_array.hpp"
#include "../detail/raise.hpp"
#include "columns.hpp"
#include "counts.hpp"
#include "profile.hpp"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trav::detail {

/// Seconds since an unspecified moment, on a clock that is never set back. <chrono> would be a large header.
inline double seconds() {
    timespec now{};  // not in std on every system
#ifdef CLOCK_MONOTONIC
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
#else
    (void)std::timespec_get(&now, TIME_UTC);
#endif
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class = void>
class Samples {
    using Rows = Counts<std::uint32_t>;

  public:
    std::size_t count() const { return all_.size(); }
    /// Throws std::invalid_argument if a sample cannot be taken at this time.
    void check(double time) const {
        constexpr double most = std::numeric_limits<double>::max();
        if (!(-most <= time && time <= most))
            detail::raise(std::invalid_argument("trav: a sample needs a time that is finite"));
        if (!all_.empty() && !(time >= all_.end()[-1].time))
            detail::raise(std::invalid_argument("trav: a sample at " + std::to_string(time) +
                                                " cannot follow one at " +
                                                std::to_string(all_.end()[-1].time)));
    }
    /// Makes room for one more sample, so that add() does not throw.
    void make_room() { all_.room(1); }
    void add(double time, Rows::Sample counted) {
        *all_.end() = {time, std::move(counted)};
        all_.add(1);
    }

    /// All samples; the profile is not sorted yet.
    template <class N>
    Profile profile(Rows const& rows, Columns<N> const& columns) const {
        Profile profile;
        for (auto const& [time, counted] : all_) {
            profile.samples.push_back({time, {}});
            auto& entries = profile.samples.back().entries;
            entries.reserve(counted.size());
            for (auto const& [row, amount] : counted) entries.push_back({rows.bands(row), amount});
        }
        for (auto const& column : columns.all())
            profile.columns.push_back({column->name(), column->breakdown(), column->bands()});
        return profile;
    }

  private:
    struct Sample {
        double time = 0;
        Rows::Sample counted;
    };
    GrowingArray<Sample> all_;
};

}  // namespace trav::detail
