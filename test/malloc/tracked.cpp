// A program whose malloc is replaced. Sanitizers have their own.
#include <trav/allocations.hpp>

#include "catch.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#ifdef TRAV_MAY_TRACK_MALLOC

TRAV_TRACK_MALLOC();

namespace {

constexpr auto unknown = static_cast<std::size_t>(-1);

/// Bytes that are known of a block.
std::size_t bytes_of(void const* p) {
    auto const blocks = trav::live_blocks();
    trav::LiveBlock const* const block = blocks.at(p);
    return block != nullptr && block->address == p ? block->bytes : unknown;
}

}  // namespace

TEST_CASE("malloc and its kin are tracked", "[unit]") {
    void* p = std::malloc(100);
    CHECK(bytes_of(p) == 100);
    p = std::realloc(p, 100'000);
    CHECK(bytes_of(p) == 100'000);
    void* const volatile huge = std::realloc(p, unknown / 4);
    CHECK(huge == nullptr);
    CHECK(bytes_of(p) == 100'000);
    std::free(p);
    CHECK(bytes_of(p) == unknown);
    p = std::malloc(100);
    std::size_t const volatile none = 0;
    void* const volatile freed = std::realloc(p, none);  // glibc's frees the block
    CHECK(freed == nullptr);
    CHECK(bytes_of(p) == unknown);

    p = std::calloc(10, 20);
    CHECK(bytes_of(p) == 200);
    CHECK(static_cast<char*>(p)[199] == 0);
    std::free(p);
    p = std::aligned_alloc(256, 512);
    CHECK(bytes_of(p) == 512);
    CHECK(reinterpret_cast<std::uintptr_t>(p) % 256 == 0);
    std::free(p);
    CHECK(posix_memalign(&p, 512, 30) == 0);
    CHECK(bytes_of(p) == 30);
    std::free(p);
    CHECK(posix_memalign(&p, 24, 30) == EINVAL);
}

TEST_CASE("what C libraries and new ask malloc for is tracked", "[unit]") {
    char* const copy = strdup("what a C library has asked for");
    CHECK(bytes_of(copy) == 31);
    std::free(copy);
    auto const text = std::make_unique<std::string>(1000, 'x');
    CHECK(bytes_of(text.get()) == sizeof(std::string));
    CHECK(bytes_of(text->data()) == text->capacity() + 1);
}

#if __GLIBC_PREREQ(2, 33)
TEST_CASE("the sum of all blocks is malloc's own", "[unit]") {
    std::vector<std::string> const texts(20'000, std::string(100, 't'));
    std::size_t given = 0;
    {
        auto const blocks = trav::live_blocks();
        for (trav::LiveBlock const& block : blocks) given += block.given + sizeof(std::size_t);
    }
    auto const info = mallinfo2();
    auto const all = info.uordblks + info.hblkhd;
    CHECK(given <= all);
    CHECK(given > all - all / 100);  // it keeps some in reserve for the thread
}
#endif

#else

TEST_CASE("malloc cannot be tracked here", "[unit]") { CHECK(trav::allocations() == 0); }

#endif
