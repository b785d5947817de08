// entry_types: distinguishes the keys of a dictionary from the fields of an object.
#pragma once

#include "../file/any_dump.hpp"

#include <cstdint>
#include <string>
#include <unordered_set>

namespace heapprof {

/// Whether objects of the type are functions, classes or modules: a scope may have many of them.
bool is_code(std::string const& type);

/// Whether objects of the type refer to entries without a name, if their keys are no texts: Python's
/// dictionaries and sets.
bool has_unnamed_entries(std::string const& type);

/// The types with more than 64 fields in an object. These fields are entries of a dictionary, and their names
/// are keys. O(edges of the object).
std::unordered_set<std::uint64_t> entry_types(AnyDump const& dump, Node n);

}  // namespace heapprof
