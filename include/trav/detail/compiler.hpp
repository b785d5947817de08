// trav/detail/compiler.hpp: attributes, builtins and pragmas for GCC, clang and MSVC, and an error message
// for compilers in a mode before C++20. Every header first includes this one or another header of trav.
#pragma once

#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#error "trav needs C++20 (g++ 12, clang 14 or newer): compile with -std=c++20, or /std:c++20"
#include <C++20>  // does not exist: ends the compilation before thousands of errors
#endif

#include <cstddef>

#if defined(_MSC_VER) && !defined(__clang__)
#include <atomic>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <intrin.h>
#define TRAV_ALWAYS_INLINE [[msvc::forceinline]]
#define TRAV_NOINLINE [[msvc::noinline]]
#define TRAV_NO_SANITIZE_ADDRESS __declspec(no_sanitize_address)
#define TRAV_THIS_FUNCTION __FUNCSIG__
#define TRAV_RETURN_ADDRESS _ReturnAddress()
#define TRAV_FRAME_ADDRESS _AddressOfReturnAddress()
#define TRAV_REGISTERS_TO_STACK()
#else
#define TRAV_ALWAYS_INLINE [[gnu::always_inline]]
#define TRAV_NOINLINE [[gnu::noinline]]
#define TRAV_NO_SANITIZE_ADDRESS [[gnu::no_sanitize_address]]
#define TRAV_THIS_FUNCTION __PRETTY_FUNCTION__  // with its template arguments
#define TRAV_RETURN_ADDRESS __builtin_return_address(0)
#define TRAV_FRAME_ADDRESS __builtin_frame_address(0)
#define TRAV_REGISTERS_TO_STACK() __builtin_unwind_init()  // saves the callee-saved registers
#endif

#if defined(__clang__) || defined(_MSC_VER)
#define TRAV_HAS_TRIVIAL_DESTRUCTOR(T) __is_trivially_destructible(T)
#else
#define TRAV_HAS_TRIVIAL_DESTRUCTOR(T) __has_trivial_destructor(T)
#endif

// Applied to the loop that follows.
#if defined(__clang__)
#define TRAV_DO_NOT_VECTORIZE _Pragma("clang loop vectorize(disable)")
#elif defined(_MSC_VER)
#define TRAV_DO_NOT_VECTORIZE __pragma(loop(no_vector))
#else
#define TRAV_DO_NOT_VECTORIZE
#endif
#if defined(_MSC_VER) && !defined(__clang__)
#define TRAV_UNROLL
#else
#define TRAV_UNROLL _Pragma("GCC unroll 8")
#endif

// For functions that must be inlined so that a walker can stay in registers.
#define TRAV_INLINE TRAV_ALWAYS_INLINE inline constexpr

namespace trav::detail {

// Builtins, because the corresponding standard headers take longer to compile than the engine itself.
#if defined(_MSC_VER) && !defined(__clang__)
template <int Write = 0>
TRAV_ALWAYS_INLINE inline void prefetch_at([[maybe_unused]] void const* p) {
#if defined(_M_X64) || defined(_M_IX86)
    _mm_prefetch(static_cast<char const*>(p), _MM_HINT_T0);
#elif defined(_M_ARM64)
    __prefetch(p);
#endif
}
inline void copy_bytes(void* to, void const* from, std::size_t count) { std::memcpy(to, from, count); }
inline void* resize_block(void* block, std::size_t bytes) { return std::realloc(block, bytes); }
inline void* zeroed_block(std::size_t bytes) { return std::calloc(1, bytes); }
inline void free_block(void* block) { std::free(block); }
inline unsigned lowest_bit(unsigned long long bits) { return static_cast<unsigned>(std::countr_zero(bits)); }
inline unsigned highest_bit(unsigned long long bits) {
    return 63 - static_cast<unsigned>(std::countl_zero(bits));
}
template <class T>
void store_relaxed(T& to, T value) {
    std::atomic_ref(to).store(value, std::memory_order_relaxed);
}
template <class T>
T increased(T& number) {
    return std::atomic_ref(number).fetch_add(1, std::memory_order_relaxed) + 1;
}
template <class T>
T decreased(T& number) {
    return std::atomic_ref(number).fetch_sub(1, std::memory_order_acq_rel) - 1;
}
#else
/// Prefetches the cache line at `p`, which may be any address; for writing if `Write` is 1.
template <int Write = 0>
TRAV_INLINE void prefetch_at(void const* p) {
    __builtin_prefetch(p, Write);
}
/// std::memcpy
TRAV_INLINE void copy_bytes(void* to, void const* from, std::size_t count) {
    __builtin_memcpy(to, from, count);
}
/// std::realloc
inline void* resize_block(void* block, std::size_t bytes) { return __builtin_realloc(block, bytes); }
/// std::calloc
inline void* zeroed_block(std::size_t bytes) { return __builtin_calloc(1, bytes); }
/// std::free
inline void free_block(void* block) { __builtin_free(block); }
/// The index of the lowest set bit. `bits` must not be 0.
TRAV_INLINE unsigned lowest_bit(unsigned long long bits) {
    return static_cast<unsigned>(__builtin_ctzll(bits));
}
/// The index of the highest set bit. `bits` must not be 0.
TRAV_INLINE unsigned highest_bit(unsigned long long bits) {
    return 63 - static_cast<unsigned>(__builtin_clzll(bits));
}
/// std::atomic_ref(to).store(value), relaxed
template <class T>
TRAV_ALWAYS_INLINE inline void store_relaxed(T& to, T value) {
    __atomic_store_n(&to, value, __ATOMIC_RELAXED);
}
/// ++std::atomic_ref(number), relaxed
template <class T>
T increased(T& number) {
    return __atomic_add_fetch(&number, 1, __ATOMIC_RELAXED);
}
/// --std::atomic_ref(number), acquire and release: the thread that reaches 0 sees all earlier writes
template <class T>
T decreased(T& number) {
    return __atomic_sub_fetch(&number, 1, __ATOMIC_ACQ_REL);
}
#endif

/// std::addressof
template <class T>
TRAV_INLINE T* address_of(T& value) {
    return __builtin_addressof(value);
}

}  // namespace trav::detail
