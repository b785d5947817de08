// Counts allocations and steps for reading_cost.hpp. Must be compiled without -fsanitize-coverage.
#include "support/reading_cost.hpp"

#include <cstdlib>
#include <new>

// The compiler calls the first one at each basic block. libFuzzer has one, too: its programs are linked so
// that the second one is called.
extern "C" void __sanitizer_cov_trace_pc();
extern "C" void __wrap___sanitizer_cov_trace_pc();
extern "C" [[gnu::weak]] void __sanitizer_cov_trace_pc() { ++test::spent.steps; }
extern "C" void __wrap___sanitizer_cov_trace_pc() { ++test::spent.steps; }

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TRAV_TEST_HOOKS 1  // the sanitizer has operator new
#elif defined(__has_feature)
#define TRAV_TEST_HOOKS (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define TRAV_TEST_HOOKS 0
#endif
#if TRAV_TEST_HOOKS
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(void const volatile*, std::size_t),
                                                         void (*)(void const volatile*));
[[maybe_unused]] static int const hooked = __sanitizer_install_malloc_and_free_hooks(
    [](void const volatile*, std::size_t bytes) { test::spent.bytes += bytes; }, [](void const volatile*) {});
#else
void* operator new(std::size_t bytes) {
    test::spent.bytes += bytes;
    if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    test::spent.bytes += bytes;
    auto const to = static_cast<std::size_t>(alignment);
    if (void* const memory = std::aligned_alloc(to, (bytes + to - 1) / to * to)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
#endif
