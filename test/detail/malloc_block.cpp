#include <trav/detail/malloc_block.hpp>

#include "catch.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

using trav::detail::has_headers;
using trav::detail::malloc_block;

namespace {

/// Whether each of these blocks is found, with its size, and nothing in the middle of it.
bool finds_blocks(std::vector<std::size_t> const& sizes) {
    std::vector<void*> blocks;
    for (std::size_t const size : sizes) blocks.push_back(std::calloc(size, 1));
    bool found = true;
    for (std::size_t i = 0; i != blocks.size(); ++i) {
        auto const at = reinterpret_cast<std::uintptr_t>(blocks[i]);
        std::size_t expected = 0;
#ifdef __GLIBC__
        if (has_headers()) expected = malloc_usable_size(blocks[i]);
#endif
        found = found && malloc_block(at) == expected;
        for (std::uintptr_t inside = at + 8; inside + 8 < at + sizes[i] && inside < at + 100; inside += 8)
            found = found && malloc_block(inside) == 0;
    }
    for (void* const block : blocks) std::free(block);
    return found;
}

std::vector<std::size_t> many_sizes() {
    std::vector<std::size_t> sizes;
    for (std::size_t size = 1; size < 3000; ++size) sizes.push_back(size);
    for (unsigned const size : {10'000u, 100'000u, 140'000u, 1'000'000u, 20'000'000u}) sizes.push_back(size);
    return sizes;
}

std::uintptr_t at(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }

std::uintptr_t words_of_program[1000];

}  // namespace

TEST_CASE("each block of malloc is found, with its size, and nothing inside it", "[unit]") {
    CHECK(finds_blocks(many_sizes()));
}

// What malloc_usable_size said in a program with glibc 2.36, and in the same program with 2.43.
TEST_CASE("a header tells the usable size", "[unit]") {
    using trav::detail::usable_size;
    CHECK(usable_size(0x21, 0) == 24);
    CHECK(usable_size(0x3f1, 0x4141) == 1000);
    CHECK(usable_size(0x186b1, 0) == 100'008);
    CHECK(usable_size(0x21002, 0) == 135'152);
    CHECK(usable_size(0x2626002, 0) == 40'001'520);
    CHECK(usable_size(0x31012, 0xff0) == 200'704);  // aligned to a page
    CHECK(usable_size(0x20ff2, 0) == 135'144);
    CHECK(usable_size(0x2625ff2, 0) == 40'001'512);
    CHECK(usable_size(0x31002, 0xff0) == 200'696);
}

TEST_CASE("blocks from the arena of a thread are found", "[unit]") {
    bool found = false;
    std::thread([&] { found = finds_blocks(many_sizes()); }).join();
    CHECK(found);
}

TEST_CASE("any number may be asked for", "[unit]") {
    errno = 7;
    for (std::uintptr_t number :
         {std::uintptr_t{0}, std::uintptr_t{1}, std::uintptr_t{16}, ~std::uintptr_t{0}})
        CHECK(malloc_block(number) == 0);
    for (unsigned bit = 0; bit != 8 * sizeof(std::uintptr_t); ++bit) {
        CHECK(malloc_block(std::uintptr_t{1} << bit) == 0);
        CHECK(malloc_block((std::uintptr_t{1} << bit) - 16) == 0);
    }
    CHECK(errno == 7);
}

TEST_CASE("memory that is not malloc's has no block, whatever is in front of it", "[unit]") {
    std::uintptr_t words_on_stack[1000];
    for (unsigned const size : {0x21u, 0x31u, 0x32u, 0x35u, 0x1001u, 0x1002u, 0x1005u}) {
        for (auto* const words : {words_of_program, words_on_stack}) {
            for (unsigned i = 0; i != 1000; ++i) words[i] = size;
            for (unsigned i = 1; i != 500; ++i) REQUIRE(malloc_block(at(words + i)) == 0);
        }
    }
}

TEST_CASE("a header must agree with the next one", "[unit]") {
    auto* const words = static_cast<std::uintptr_t*>(std::calloc(1000, sizeof(std::uintptr_t)));
    words[101] = 0x31;  // the next header would be words[107]
    CHECK(malloc_block(at(words + 102)) == 0);
    words[107] = 0x20;  // the block before it is free
    CHECK(malloc_block(at(words + 102)) == 0);
    words[107] = ~std::uintptr_t{0};
    CHECK(malloc_block(at(words + 102)) == 0);
    words[101] = ~std::uintptr_t{6};
    CHECK(malloc_block(at(words + 102)) == 0);
    std::free(words);
}

#ifdef __GLIBC__
TEST_CASE("memory that cannot be read has no block", "[unit]") {
    constexpr std::size_t page = 4096;
    auto* const pages = static_cast<char*>(
        mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(pages != MAP_FAILED);
    REQUIRE(mprotect(pages + page, page, PROT_NONE) == 0);
    for (std::size_t i = 16; i < 3 * page; i += 16) CHECK(malloc_block(at(pages + i)) == 0);
    munmap(pages, 3 * page);
    for (std::size_t i = 0; i < 3 * page; i += 16) CHECK(malloc_block(at(pages + i)) == 0);
}
#endif
