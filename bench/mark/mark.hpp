// bench/mark/mark.hpp: the parts of the suite `mark`: reach every object of a heap and count.
#pragma once

#include "../harness.hpp"
#include "../shape/shape.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// The policy: what a user writes to count.
struct Count {
    std::uint64_t found = 0;
    void visit(auto& here) { found += here.first; }
};

/// The same, told of first arrivals only: such a policy may be called in batches.
struct CountOnce {
    static constexpr bool once = true;
    std::uint64_t found = 0;
    void visit(auto&) { ++found; }
    CountOnce split() const { return {}; }  // what one of several threads is given, and what it found
    void merge(CountOnce&& part) { found += part.found; }
};

/// A result that must not be optimised away.
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
