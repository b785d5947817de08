// test/support/counting.hpp: an allocator that counts the bytes of its containers and lists their blocks.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

namespace test {

/// Bytes currently allocated by all Counting allocators.
inline std::size_t live = 0;
/// The blocks and their sizes in bytes.
inline std::map<void const*, std::size_t> live_blocks;

template <class T>
struct Counting {
    using value_type = T;
    Counting() = default;
    template <class U>
    Counting(Counting<U> const&) {}
    T* allocate(std::size_t n) {
        live += n * sizeof(T);
        T* const block = std::allocator<T>().allocate(n);
        live_blocks[block] = n * sizeof(T);
        return block;
    }
    void deallocate(T* p, std::size_t n) {
        live -= n * sizeof(T);
        live_blocks.erase(p);
        std::allocator<T>().deallocate(p, n);
    }
    friend bool operator==(Counting, Counting) { return true; }
};

}  // namespace test
