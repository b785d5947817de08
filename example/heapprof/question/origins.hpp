// origins_of: the lines of the program behind the objects of a finding.
#pragma once

#include "leaks.hpp"
#include "rules.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heapprof {

/// At most three places with the most objects of is_wanted; of `elements`, if held_type, their type, is a
/// function's. Only functions count if there are any; otherwise objects of held_type, or of all types if it
/// is empty.
std::vector<LeaksAnswer::Origin> origins_of(AnyDump const& dump,
                                            std::function<std::string(Node)> const& places,
                                            std::function<bool(Node)> const& is_wanted,
                                            std::string const& held_type, std::vector<Node> const& elements,
                                            Rules const& rules);

}  // namespace heapprof
