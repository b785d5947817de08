// dom_state: whether nodes of a page are still in their document, as Chrome's DevTools tells it.
//
// Chrome writes the state of some nodes. An attached node passes its state on through other objects of the
// browser, then a detached one.
#pragma once

#include "../file/any_dump.hpp"

#include <string>
#include <vector>

namespace heapprof {

/// "(detached)", "(attached)", "(some detached)" or "(detached or not: Chrome did not write it)" for nodes of
/// a page; empty for other objects. O(objects).
std::string dom_state(AnyDump const& dump, std::vector<Node> const& nodes);

}  // namespace heapprof
