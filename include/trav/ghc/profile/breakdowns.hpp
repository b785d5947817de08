// trav/ghc/profile/breakdowns.hpp: the breakdowns of GHC's heap profiler, one row each: the letters of its
// options, its name, its numbers in an eventlog, the function that creates it, and its restriction.
//
//     ghc::HeapBreakdownRow const* row = ghc::breakdown_with_letter('r');      // null if there is none
//     row = &ghc::row_of(ghc::HeapBreakdown::retainer);                        // the same
//     ghc::HeapBreakdownParts parts{heap, options};
//     trav::Profiler profiler(ghc::CensusGraph(heap), {row->make(parts)});
//
// heap_profile.hpp creates the breakdowns that the options select.
#pragma once

#include "../../profile/any_breakdown.hpp"
#include "../../profile/band.hpp"
#include "../../profile/phase.hpp"
#include "../../report/eventlog/eventlog.hpp"
#include "by_closure.hpp"
#include "ghc_retainers.hpp"
#include "lives.hpp"
#include "options.hpp"
#include "retainers.hpp"
#include "roots.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace trav::ghc {

/// The inputs of breakdowns. Code that takes censuses must also use the breakdowns stored here.
struct HeapBreakdownParts {
    Heap& heap;
    RtsOptions const& options;
    std::function<NamedRoots()> roots{};          ///< the named roots of -ho
    std::optional<GhcRetainers> ghc_retainers{};  ///< call pass() before each census
    std::optional<Lives> lives{};                 ///< must be created before the program runs
};

/// A breakdown of GHC's heap profiles.
struct HeapBreakdownRow {
    HeapBreakdown breakdown;
    std::string_view letters;  ///< any of them may follow -h; the first is the usual one
    std::string_view name;
    bool in_ghc;                        ///< whether GHC 9.0.2 has it
    EventlogBreakdown eventlog;         ///< its number in an eventlog
    std::optional<std::size_t> filter;  ///< index of its restriction in EventlogProfile::filters
    AnyBreakdown<Closure*> (*make)(HeapBreakdownParts&);
    bool (*keeps)(HeapRestriction const&, Band const&, bool as_ghc);
};

/// The name of a phase in -hb<words>.
inline std::string phase_word(std::string phase) {
    for (char& c : phase)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return phase;
}

namespace detail {

inline bool names(HeapRestriction const& restriction, std::string const& name) {
    return std::ranges::find(restriction.names, name) != restriction.names.end();
}
inline bool keeps_text(HeapRestriction const& restriction, Band const& band, bool) {
    return names(restriction, band.text);
}
inline bool keeps_phase(HeapRestriction const& restriction, Band const& band, bool) {
    return names(restriction, phase_word(band.text));
}
/// A set without members is named MANY or NOROOT; GHC does not know these names.
inline bool keeps_member(HeapRestriction const& restriction, Band const& band, bool as_ghc) {
    if (band.members.empty()) return !as_ghc && names(restriction, band.text);
    return std::ranges::any_of(band.members, [&](auto const& member) { return names(restriction, member); });
}
/// The cost centre on top of the stack, or anywhere in it.
inline bool keeps_stack(HeapRestriction const& restriction, Band const& band, bool as_ghc) {
    return restriction.anywhere ? keeps_member(restriction, band, as_ghc)
                                : names(restriction, band.members.front());
}

/// -hr: by definition, or by GHC's algorithm.
inline AnyBreakdown<Closure*> make_retainers(HeapBreakdownParts& parts) {
    std::size_t const cap = parts.options.retainers;
    if (!parts.options.ghc) return by_retainer(parts.heap, cap == 0 ? InternedSets::no_cap : cap);
    return parts.ghc_retainers.emplace(parts.heap, cap);
}
inline AnyBreakdown<Closure*> make_lives(HeapBreakdownParts& parts) {
    return parts.lives.emplace(parts.heap).biography();
}
inline AnyBreakdown<Closure*> make_roots(HeapBreakdownParts& parts) { return HeapRoots(parts.roots); }
inline AnyBreakdown<Closure*> make_info_tables(HeapBreakdownParts& parts) {
    return by_info_table(parts.heap);
}
/// For breakdowns without parts.
template <ByClosure (*by)()>
AnyBreakdown<Closure*> make(HeapBreakdownParts&) {
    return by();
}

using B = HeapBreakdown;
using E = EventlogBreakdown;
// clang-format off
inline constexpr HeapBreakdownRow heap_breakdowns[] = {
    {B::closure_type, "T",  "closure type", true,  E::closure_type, {}, make<by_closure_type>, keeps_text},
    {B::cost_centre,  "cC", "cost centre",  true,  E::cost_centre,  3,  make<by_cost_centre>,  keeps_stack},
    {B::module,       "mM", "module",       true,  E::module,       0,  make<by_module>,       keeps_text},
    {B::description,  "dD", "description",  true,  E::description,  1,  make<by_description>,  keeps_text},
    {B::type,         "yY", "type",         true,  E::type,         2,  make<by_type>,         keeps_text},
    {B::info_table,   "i",  "info table",   false, E::info_table,   {}, make_info_tables,      keeps_text},
    {B::retainer,     "rR", "retainer",     true,  E::retainer,     5,  make_retainers,        keeps_member},
    {B::biography,    "bB", "biography",    true,  E::biography,    6,  make_lives,            keeps_phase},
    {B::root,         "o",  "root",         false, E::closure_type, {}, make_roots,            keeps_member},
};
// clang-format on

}  // namespace detail

/// All breakdowns. In an eventlog, named roots have the number of closure types: both have texts as bands.
using detail::heap_breakdowns;

/// The index in EventlogProfile::filters of -hC, the restriction to cost centres anywhere in a stack.
inline constexpr std::size_t filter_anywhere = 4;

constexpr HeapBreakdownRow const& row_of(HeapBreakdown breakdown) {
    return *std::ranges::find(heap_breakdowns, breakdown, &HeapBreakdownRow::breakdown);
}
constexpr HeapBreakdownRow const* breakdown_with_letter(char letter) {
    for (auto const& row : heap_breakdowns)
        if (row.letters.find(letter) != row.letters.npos) return &row;
    return nullptr;
}

}  // namespace trav::ghc
