// Limits that a heap must keep to, for tests in CI: --fail 'type=Session objects > 1000'.
//
//     CONDITION = (BREAKDOWN=BAND | total) (objects | bytes | growth) (> | >= | < | <=) NUMBER[K|M|G]
//
// It is about the last dump; growth is that of the bytes since the first one, 0 if there is none. Of root and
// retainer sets those with that member count. What is not there is 0.
#pragma once

#include <trav/profile/profile.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace heapprof {

/// Thrown where a heap does not keep to a limit.
struct LimitExceeded : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A condition that must not hold.
struct Limit {
    std::string text;             ///< as it was written
    std::string breakdown, band;  ///< none: all of the heap
    enum class Measure : unsigned char { objects, bytes, growth } measure;
    std::string comparison;  ///< ">", ">=", "<" or "<="
    std::uint64_t number;
};

/// Throws std::invalid_argument, which says what is due.
Limit parse_limit(std::string const& text);

/// Throws LimitExceeded, one line, if one of the conditions holds.
void check_limits(trav::Profile const& profile, std::vector<Limit> const& limits);

}  // namespace heapprof
