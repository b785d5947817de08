// Counts allocations and steps for reading_cost.hpp. Must be compiled without -fsanitize-coverage.
#include "support/reading_cost.hpp"

#include <cstdlib>
#include <new>

// The compiler calls it at each basic block.
extern "C" void __sanitizer_cov_trace_pc();
extern "C" void __sanitizer_cov_trace_pc() { ++test::spent.steps; }

void* operator new(std::size_t bytes) {
    test::spent.bytes += bytes;
    if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
