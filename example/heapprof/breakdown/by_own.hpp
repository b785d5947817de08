// The breakdowns that a format has of its own, such as where objects were allocated.
#pragma once

#include "by_split.hpp"

#include <trav/dump/dump.hpp>
#include <trav/dump/error.hpp>

#include <string>

namespace heapprof {

/// Breakdown `name` of the dump. Throws dump::Error if the format has none.
template <trav::dump::Dump D>
BySplit by_own(D const& dump, std::string const& name) {
    for (auto const& each : trav::dump::breakdowns<D>())
        if (each.name == name) return {name, each.split(dump)};
    throw trav::dump::Error(dump.source(), "dumps of this format do not say the '" + name + "' of objects");
}

}  // namespace heapprof
