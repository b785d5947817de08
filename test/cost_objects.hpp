// A census of objects of thirty types, by trav and by hand: loops of test/cost_loops.cpp.
#pragma once

#include <cstdint>

namespace thirty {

/// Makes the objects. Must be called before anything is counted.
void build();

std::uint64_t by_mark_stack();
std::uint64_t by_depth_first();
std::uint64_t by_hand();

}  // namespace thirty
