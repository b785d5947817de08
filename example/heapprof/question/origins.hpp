// origins_of: the places in the program that made the objects of a finding.
#pragma once

#include "leaks.hpp"
#include "rules.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace heapprof {

/// Each n-th of some objects, at most `most`.
std::vector<Node> some_of(std::vector<Node> const& objects, std::size_t most);

/// The places that made most of the objects for which is_wanted holds: of functions, if there are any; other
/// objects are of the type, if one is given.
std::vector<LeaksAnswer::Origin> origins_of(AnyDump const& dump,
                                            std::function<std::string(Node)> const& places,
                                            std::function<bool(Node)> const& is_wanted,
                                            std::string const& held_type, Rules const& rules);

}  // namespace heapprof
