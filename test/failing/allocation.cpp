// Makes allocations in this program fail when support/failing.hpp says so: by new, and by malloc and realloc,
// which the C library and GrowingArray call.
#include "support/failing.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TRAV_TEST_MALLOC 0  // the sanitizer replaces malloc
#elif defined(__has_feature)
#define TRAV_TEST_MALLOC !(__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define TRAV_TEST_MALLOC 1
#endif
#if defined(__GLIBC__) && TRAV_TEST_MALLOC
extern "C" void* __libc_malloc(std::size_t) noexcept;
extern "C" void* __libc_realloc(void*, std::size_t) noexcept;
extern "C" void* malloc(std::size_t bytes) noexcept {
    return test::fails(test::allocations) ? nullptr : __libc_malloc(bytes);
}
extern "C" void* realloc(void* memory, std::size_t bytes) noexcept {
    return test::fails(test::allocations) ? nullptr : __libc_realloc(memory, bytes);
}
#endif

void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept {
#if !(defined(__GLIBC__) && TRAV_TEST_MALLOC)
    if (test::fails(test::allocations)) return nullptr;
#endif
    return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new(std::size_t bytes) {
    if (void* const memory = operator new(bytes, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    if (test::fails(test::allocations)) throw std::bad_alloc();
    auto const align = static_cast<std::size_t>(alignment);
    if (void* const memory = std::aligned_alloc(align, (bytes + align - 1) / align * align)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
