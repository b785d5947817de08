// where_terms: the objects of a dump for which the terms of some conditions hold. All terms of a kind take
// one pass.
#pragma once

#include "where.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace heapprof {

/// For each condition, and each of its terms as they are written: whether it holds, by object. Throws
/// dump::Error if the dump lacks such values; remarks on types and fields that the dump does not have.
std::vector<std::vector<std::vector<bool>>> where_terms(AnyDump const& dump,
                                                        std::span<Where const* const> conditions);

}  // namespace heapprof
