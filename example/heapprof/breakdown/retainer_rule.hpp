// Retainers and their names: the rule of --retainer.
//
// A rule is a list of terms. An object is a retainer if a term matches it:
//
//   closure, Session, ...             all objects of a group: see trav/dump/groups.hpp
//   closure:on*                       objects whose name matches; * and ? are wildcards
//   roots                             the roots of the dump
//   app.orders, class:Session, @123   the objects of a selector, named by its text
//   default                           the default retainers of the dump's format
//
// A root is known by its name as a root, other objects by their own name. An object without a name is known
// by the field or variable that refers to it, such as LazyReport.thunk, or, without such a reference, by its
// group.
#pragma once

#include "place.hpp"

#include <trav/store/hashed.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heapprof {

/// The retainers of one dump, each with the number of its name. Takes one bit per object, and about 20 bytes
/// per retainer.
struct RetainerNames {
    std::vector<bool> is_retainer;
    trav::Hashed<Node, std::uint32_t> numbers;
    std::vector<std::string> names;

    std::uint32_t number(Node n) const { return is_retainer[n] ? *numbers.find(n) : 0; }
};

/// The parts of a comma-separated list, including empty ones. Commas in braces, as in the shape {a, b}, do
/// not separate.
std::vector<std::string> split_list(std::string_view list);

/// The terms of a rule. Commas in brackets, as in app["a,b"], are part of a selector.
std::vector<std::string> split_rule(std::string_view rule);

/// Among the objects of a place. Throws dump::Error if a term matches nothing or is malformed.
RetainerNames apply_rule(std::vector<std::string> const& rule, Place const& place);

}  // namespace heapprof
