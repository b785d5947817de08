// entry_types: tells the keys of a dictionary from the fields of an object.
#pragma once

#include "../file/any_dump.hpp"

#include <cstdint>
#include <string>
#include <unordered_set>

namespace heapprof {

/// Whether objects of the type are functions, classes or modules, of which a scope may well have many.
bool is_code(std::string const& type);

/// The types of which an object has so many fields that these are the entries of a dictionary: their names
/// say nothing. O(edges of the object).
std::unordered_set<std::uint64_t> entry_types(AnyDump const& dump, Node n);

}  // namespace heapprof
