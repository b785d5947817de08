// trav/ghc/profile/options.hpp: the options of GHC's profilers.
//
//     ghc::RtsOptions options{.breakdowns = {ghc::HeapBreakdown::retainer}, .interval = 0};
//     options = ghc::parse_rts({"+RTS", "-hr", "-i0"}).rts;        // the same: options_parser.hpp
//
// With several breakdowns, the bands are combinations of their bands. Several restrictions, even of the same
// kind, must all hold.
#pragma once

#include "../../detail/compiler.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace trav::ghc {

/// The breakdowns of GHC's heap profiles; breakdowns.hpp has a row for each.
enum class HeapBreakdown {
    closure_type,
    cost_centre,
    module,
    description,
    type,
    info_table,
    retainer,
    biography,
    root
};

/// The restriction `-h<letter><names>`.
struct HeapRestriction {
    HeapBreakdown breakdown;
    bool anywhere = false;  ///< -hC: a cost centre anywhere in the stack
    std::vector<std::string> names{};

    friend bool operator==(HeapRestriction const&, HeapRestriction const&) = default;
};

/// The level of detail of a time profile.
enum class TimeProfile { none, summary, verbose, all, json };

struct RtsOptions {
    std::vector<HeapBreakdown> breakdowns{};
    std::vector<HeapRestriction> restrictions{};
    double interval = 0.1;                  ///< -i, in seconds; 0: at every collection; negative: never
    std::uint64_t allocation_area = 0;      ///< -A: collect after allocating this many bytes; 0: not given
    std::size_t capabilities = 0;           ///< -N; 0: not given, which means 1
    std::size_t label_length = 25;          ///< -L
    std::size_t retainers = 8;              ///< -R; 0: no limit
    bool stacks = false;                    ///< -xt: count threads and their stacks
    std::optional<std::string> eventlog{};  ///< -l<classes>
    std::optional<std::string> ticky{};     ///< -r<file>; empty: the program's name
    TimeProfile time_profile = TimeProfile::none;
    std::string stem{};                ///< -po; empty: the program's name
    bool ghc = false;                  ///< --ghc
    std::vector<std::string> given{};  ///< as on the command line

    bool heap_profile() const { return !breakdowns.empty() || (!ghc && !restrictions.empty()); }
    /// Whether the profile is broken down this way.
    bool by(HeapBreakdown b) const { return std::ranges::find(breakdowns, b) != breakdowns.end(); }
    /// Whether the profile needs this breakdown, for its bands or for a restriction.
    bool uses(HeapBreakdown b) const {
        return by(b) || std::ranges::any_of(restrictions, [&](auto const& r) { return r.breakdown == b; });
    }
};

}  // namespace trav::ghc
