// trav/dump/values.hpp: the numbers, truth values and texts in the fields of a dump's objects.
//
//     std::vector<bool> wanted(dump.node_count());
//     wanted[buffer] = true;
//     for_each_value(dump, wanted, [&](DumpValue const& value) { ... });     // capacity: 52428800
//
// A dump with values has the members
//
//     void for_each_value(wanted, f) const; // f(DumpValue), for each value in an object n with wanted[n]
//     std::string no_values() const;        // why there are none, as in "it cannot be read twice"; empty if
//                                           // there are. Default: empty
//
// A reader need not keep the values: a dump may read its file again.
#pragma once

#include "dump.hpp"
#include "error.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trav::dump {

/// The kind of a value. `nothing` is null, undefined or None.
enum class ValueKind : std::uint8_t { number, truth, text, nothing };

/// A value in an object.
struct DumpValue {
    Node node;
    std::string_view field;  ///< empty: the object itself is the value, as an int of Python
    ValueKind kind;
    std::string_view text;  ///< as in programs: "52428800", "-0.5", "true", "null"
};

/// Whether a dump may have values.
template <class D>
concept HasValues =
    requires(D const& dump) { dump.for_each_value(std::vector<bool>{}, [](DumpValue const&) {}); };

/// Why a dump has no values; empty if it has.
template <Dump D>
std::string no_values(D const& dump) {
    if constexpr (requires { dump.no_values(); }) return dump.no_values();
    else return HasValues<D> ? "" : "dumps of this format have no values of fields";
}

/// Calls f(DumpValue) for each value in an object n with wanted[n]. Throws Error if the dump has none.
template <Dump D>
void for_each_value(D const& dump, std::vector<bool> const& wanted, auto const& f) {
    if (std::string const why = no_values(dump); !why.empty()) throw Error(dump.source(), why);
    if constexpr (HasValues<D>) dump.for_each_value(wanted, f);
}

}  // namespace trav::dump
