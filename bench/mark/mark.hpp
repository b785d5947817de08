// bench/mark/mark.hpp: the parts of the suite `mark`, which reaches every object of a heap and counts them.
#pragma once

#include "../harness.hpp"
#include "../shape/shape.hpp"

#include <heapprof/contest/count.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

using contest::Count;
using contest::CountOnce;

/// Keeps a result from being optimised away.
template <class T>
void keep(T const& value) {
    asm volatile("" : : "r,m"(value) : "memory");
}

void mark_pointers(Shape const&, Order, std::string const& title, Settings const&, Contests&,
                   std::string const& suite = "mark");
void mark_side_table(Shape const&, Order, std::string const& title, Settings const&, Contests&);
void mark_arrays(Shape const&, Order, std::string const& title, Settings const&, Contests&);
void mark_ghc(Shape const&, Order, std::string const& title, Settings const&, Contests&);

}  // namespace bench
