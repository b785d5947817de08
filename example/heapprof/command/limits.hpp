// Limits of a heap, for tests in CI: --fail 'type=Session objects > 1000'.
//
//     CONDITION = (BREAKDOWN=BAND | total) (objects | bytes | growth) (> | >= | < | <=) NUMBER[K|M|G]
//
// A condition applies to the last dump. Growth is that of the bytes since the first dump, at least 0. A root
// or retainer name matches all sets with this member. A missing band counts 0.
#pragma once

#include "../file/size.hpp"

#include <trav/profile/profile.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// Thrown if a heap exceeds a limit.
struct LimitExceeded : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A condition that must be false.
struct Limit {
    std::string text;             ///< the condition as written
    std::string breakdown, band;  ///< empty: the whole heap
    enum class Measure : unsigned char { objects, bytes, growth } measure;
    std::string comparison;  ///< ">", ">=", "<" or "<="
    std::uint64_t number;
};

namespace detail {

inline constexpr std::array<std::string_view, 3> measures{"objects", "bytes", "growth"};
inline constexpr std::array<std::string_view, 4> comparisons{">", ">=", "<", "<="};

inline bool holds(Limit const& limit, std::uint64_t measured) {
    if (limit.comparison == ">") return measured > limit.number;
    if (limit.comparison == ">=") return measured >= limit.number;
    return limit.comparison == "<" ? measured < limit.number : measured <= limit.number;
}

inline trav::Amount amount(trav::Profile const& profile, std::size_t sample, Limit const& limit) {
    trav::Amount sum;
    auto const column = std::ranges::find(profile.columns, limit.breakdown, &trav::Profile::Column::name);
    auto const place = static_cast<std::size_t>(column - profile.columns.begin());
    for (auto const& entry : profile.samples[sample].entries) {
        if (!limit.breakdown.empty()) {
            trav::Band const& band = column->bands[entry.bands[place]];
            if (band.text != limit.band && std::ranges::find(band.members, limit.band) == band.members.end())
                continue;
        }
        sum += entry.amount;
    }
    return sum;
}

}  // namespace detail

/// Throws std::invalid_argument with an example of a valid condition.
inline Limit parse_limit(std::string const& text) {
    auto const wrong = [&](std::string const& why) {
        throw std::invalid_argument("'" + text + "' " + why +
                                    "; write 'type=Session objects > 1000', or 'total bytes > 100M'");
    };
    std::vector<std::string> last;  // the last three words, in reverse
    std::string rest = text;
    while (last.size() != 3) {
        std::size_t const end = rest.find_last_not_of(' ');
        if (end == std::string::npos) wrong("is not a condition");
        std::size_t const space = rest.find_last_of(' ', end);
        last.push_back(rest.substr(space + 1, end - space));
        rest.erase(space == std::string::npos ? 0 : space);
    }
    rest.erase(rest.find_last_not_of(' ') + 1);
    rest.erase(0, rest.find_first_not_of(' '));
    auto const number = parse_size(last[0]);
    if (!number) wrong("does not end in a number");
    if (std::ranges::find(detail::comparisons, last[1]) == detail::comparisons.end())
        wrong("has no >, >=, < or <=");
    auto const measure = std::ranges::find(detail::measures, last[2]);
    if (measure == detail::measures.end()) wrong("is not about objects, bytes or growth");
    Limit limit{text,    "",     "", static_cast<Limit::Measure>(measure - detail::measures.begin()),
                last[1], *number};
    if (rest == "total") return limit;
    std::size_t const equals = rest.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == rest.size()) wrong("names no band");
    limit.breakdown = rest.substr(0, equals);
    limit.band = rest.substr(equals + 1);
    return limit;
}

/// Throws LimitExceeded with one line if a condition holds.
inline void check_limits(trav::Profile const& profile, std::vector<Limit> const& limits) {
    std::string exceeded;
    for (Limit const& limit : limits) {
        trav::Amount const first = detail::amount(profile, 0, limit),
                           last = detail::amount(profile, profile.samples.size() - 1, limit);
        bool const objects = limit.measure == Limit::Measure::objects;
        std::uint64_t measured = objects ? last.objects : last.bytes;
        if (limit.measure == Limit::Measure::growth) measured -= std::min(first.bytes, measured);
        if (!detail::holds(limit, measured)) continue;
        exceeded += (exceeded.empty() ? "" : "; ") + limit.text + ": " +
                    (objects ? trav::grouped(measured) : trav::humanised(measured));
    }
    if (!exceeded.empty()) throw LimitExceeded(exceeded);
}

}  // namespace heapprof
