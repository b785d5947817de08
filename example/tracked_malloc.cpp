// What a program has from malloc, by who has asked for it: TRAV_TRACK_MALLOC.
#include <trav/allocations.hpp>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>

#ifdef TRAV_MAY_TRACK_MALLOC

TRAV_TRACK_MALLOC();

namespace {

/// Bytes that are known of a block; all ones if it is not known.
std::size_t bytes_of(void const* p) {
    auto const blocks = trav::live_blocks();
    trav::LiveBlock const* const block = blocks.at(p);
    return block != nullptr && block->address == p ? block->bytes : static_cast<std::size_t>(-1);
}
bool all_right = true;
void expect(char const* what, bool right) {
    if (!right) std::cout << what << " is wrong\n";
    all_right = all_right && right;
}

}  // namespace

int main() {
    auto const unknown = static_cast<std::size_t>(-1);
    void* p = std::malloc(100);
    expect("malloc", bytes_of(p) == 100);
    p = std::realloc(p, 100'000);
    expect("realloc", bytes_of(p) == 100'000);
    void* const volatile huge = std::realloc(p, static_cast<std::size_t>(-1) / 4);
    expect("a realloc that fails", huge == nullptr && bytes_of(p) == 100'000);
    std::free(p);
    expect("free", bytes_of(p) == unknown);

    p = std::calloc(10, 20);
    expect("calloc", bytes_of(p) == 200 && static_cast<char*>(p)[199] == 0);
    std::free(p);
    p = std::aligned_alloc(256, 512);
    expect("aligned_alloc", bytes_of(p) == 512 && reinterpret_cast<std::uintptr_t>(p) % 256 == 0);
    std::free(p);
    expect("posix_memalign", posix_memalign(&p, 512, 30) == 0 && bytes_of(p) == 30);
    std::free(p);
    expect("posix_memalign of 24", posix_memalign(&p, 24, 30) == EINVAL);

    char* const copy = strdup("what a C library has asked for");
    expect("strdup", bytes_of(copy) == 31);
    std::free(copy);
    auto const text = std::make_unique<std::string>(1000, 'x');
    expect("new", bytes_of(text.get()) == sizeof(std::string));
    expect("a string", bytes_of(text->data()) == 1001);

    // the sum is malloc's own, which counts 8 bytes more for each block, and what it keeps in reserve
    std::size_t given = 0;
    auto const blocks = trav::live_blocks();
    for (trav::LiveBlock const& block : blocks) given += block.given + sizeof(std::size_t);
#if __GLIBC_PREREQ(2, 33)
    auto const info = mallinfo2();
    auto const all = info.uordblks + info.hblkhd;
    expect("the sum", given <= all && given > all - all / 20);
#endif
    return all_right ? 0 : 1;
}

#else
int main() {}
#endif
