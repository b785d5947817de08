// What it costs to read a file, without a clock: the bytes that are allocated, and the steps that are done.
// Programs with reading_cost.cpp count both.
//
// A step is a basic block of the code that is compiled with -fsanitize-coverage=trace-pc: of trav, which is
// in headers, and of the templates of the standard library. Functions of the C library are not counted.
#pragma once

#include <cstddef>
#include <cstdint>

namespace test {

struct ReadingCost {
    std::uint64_t bytes = 0, steps = 0;
};
/// Since the start of the program.
inline ReadingCost spent;

inline ReadingCost cost_of(auto&& f) {
    ReadingCost const before = spent;
    f();
    return {spent.bytes - before.bytes, spent.steps - before.steps};
}
/// Whether a cost is within the bound for a file of this length. The dearest files of the tests take 72 bytes
/// and 90 steps per byte; without optimisation and with sanitizers, several times as many steps.
inline bool is_linear(ReadingCost cost, std::size_t length) {
    constexpr std::uint64_t bytes = 200, steps = 800;
    constexpr std::uint64_t bytes_of_any = 2 << 20, steps_of_any = 1 << 18;
    return cost.bytes <= bytes_of_any + bytes * length && cost.steps <= steps_of_any + steps * length;
}

}  // namespace test
