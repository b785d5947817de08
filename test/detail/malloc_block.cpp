#include <trav/detail/malloc_block.hpp>

#include "catch.hpp"
#include "support/pages.hpp"
#include "support/tracked_block.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#ifdef __GLIBC__
#include <link.h>
#include <malloc.h>
#include <unistd.h>
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

TEST_CASE("foreign memory has no block, with any word in front of it", "[unit]") {
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

#ifdef TRAV_DETAIL_FINDS_MALLOC
namespace {

using test::Pages;
constexpr std::size_t page = Pages::size;
constexpr std::size_t here = page / sizeof(std::uintptr_t) + 2;  // a word on the second page

}  // namespace

TEST_CASE("unreadable memory has no block", "[unit]") {
    std::uintptr_t begin = 0;
    {
        Pages const pages(3);
        begin = at(pages.begin());
        Pages::allow(pages.begin() + page, 1, PROT_NONE);
        for (std::size_t i = 16; i < 3 * page; i += 16) CHECK(malloc_block(begin + i) == 0);
    }
    for (std::size_t i = 0; i < 3 * page; i += 16) CHECK(malloc_block(begin + i) == 0);
}

TEST_CASE("a mapped block fills pages, and nothing is in front of it", "[unit]") {
    if (!has_headers()) return;
    Pages const pages(5);
    Pages::allow(pages.begin() + 4 * page, 1, PROT_NONE);
    auto* const words = pages.words();
    auto const block = [&](std::uintptr_t header, std::uintptr_t before, std::size_t word = 2) {
        words[word - 1] = header, words[word - 2] = before;
        return malloc_block(at(words + word));
    };
    CHECK(block(0x3002, 0) == 0x3000 - 16);
    CHECK(block(0x2ff2, 0) == 0x2ff0 - 8);  // glibc 2.43
    CHECK(block(0x3002, 0x1000) == 0);
    CHECK(block(0x3012, 0) == 0);
    CHECK(block(0x2fe2, 0) == 0);
    CHECK(block(0x3002, 0, 4) == 0);
    CHECK(block(0x4002, 0) == 0x4000 - 16);
    CHECK(block(0x5002, 0) == 0);  // its last page cannot be read
    // an end before the beginning, in readable memory
    CHECK(block(~std::uintptr_t{0xfff} | 2, 0, 2 * page / sizeof(std::uintptr_t) + 2) == 0);
}

TEST_CASE("an arena of a thread begins at a multiple of 64 MiB, and tells its size", "[unit]") {
    if (!has_headers()) return;
    constexpr std::size_t room = std::size_t{1} << 26;
    Pages const reserved(2 * room / page, PROT_NONE);
    char* const begin = reserved.begin() + (room - at(reserved.begin()) % room) % room;
    Pages::allow(begin, 3, PROT_READ | PROT_WRITE);
    auto* const words = reinterpret_cast<std::uintptr_t*>(begin);
    auto const block = [&](std::uintptr_t arena, std::uintptr_t header, std::uintptr_t next,
                           std::size_t word = here) {
        words[2] = arena;
        words[word - 1] = header;
        words[word - 1 + header / 16 * 2] = next;
        return malloc_block(at(words + word));
    };
    CHECK(block(2 * page, 0x45, 0x41) == 0x38);
    CHECK(block(room, 0x45, 0x41) == 0x38);
    CHECK(block(room + page, 0x45, 0x41) == 0);
    CHECK(block(2 * page + 1, 0x45, 0x41) == 0);
    CHECK(block(page, 0x45, 0x41) == 0);  // ends before the block
    CHECK(block(0, 0x45, 0x41) == 0);
    CHECK(block(2 * page, 0x45, 0x40) == 0);  // the block is free
    CHECK(block(2 * page, 0x15, 0x41) == 0);  // too small
    CHECK(block(2 * page, 0x25, 0x41) == 0x18);
    words[here + 8] = 0x41;
    CHECK(block(2 * page, 0x4d, 0x41) == 0);  // no multiple of 16
    CHECK(block(2 * page, 0x45, 0x41, here + 1) == 0);
    CHECK(block(2 * page, 0xff5, 0x11) == 0xfe8);  // the last header is at the end of the arena
    CHECK(block(2 * page, 0xff5, 0x21) == 0);
    CHECK(block(2 * page, 0x1005, 0x11) == 0);
    CHECK(block(2 * page, 0x1015, 0x11) == 0);
    Pages::allow(begin, 1, PROT_NONE);
    CHECK(malloc_block(at(words + here)) == 0);
}

TEST_CASE("at the lowest addresses there is no arena", "[unit]") {
    std::uintptr_t const lowest = std::uintptr_t{1} << 22;
    Pages const pages(1, PROT_READ | PROT_WRITE, MAP_PRIVATE, reinterpret_cast<void*>(lowest));
    if (at(pages.begin()) != lowest) return;  // something else is there
    for (unsigned i = 0; i != page / sizeof(std::uintptr_t); ++i) pages.words()[i] = 0x45;
    errno = EINVAL;
    CHECK(malloc_block(at(pages.begin() + 16)) == 0);
}

TEST_CASE("nothing is asked of the system's memory", "[unit]") {
    void* const end = sbrk(0);
    std::vector<char> const block(1000);
    CHECK((malloc_block(at(block.data())) != 0) == has_headers());
    CHECK(sbrk(0) == end);
}

TEST_CASE("a program with tracked blocks knows their beginnings", "[unit]") {
    void *const block = std::malloc(100), *const other = std::malloc(100);
    CHECK(test::if_tracked(block, [&] { return malloc_block(at(block)); }) == malloc_usable_size(block));
    CHECK(test::if_tracked(block, [&] { return malloc_block(at(other)); }) == 0);
    std::free(block);
    std::free(other);
}

TEST_CASE("a program ends with its last loaded part", "[unit]") {
    auto const header = [](ElfW(Word) type, std::uintptr_t where, std::uintptr_t size) {
        ElfW(Phdr) made{};
        made.p_type = type, made.p_vaddr = where, made.p_memsz = size;
        return made;
    };
    ElfW(Phdr) const headers[] = {header(PT_NOTE, 0x90'0000, 0x10), header(PT_PHDR, 0x40, 0x100),
                                  header(PT_LOAD, 0, 0x1000), header(PT_NOTE, 0x90'0000, 0x10),
                                  header(PT_LOAD, 0x3000, 0x123)};
    using trav::detail::end_of_program;
    CHECK(end_of_program(headers, 5) == at(headers) - 0x40 + 0x3123);
    CHECK(end_of_program(headers, 4) == at(headers) - 0x40 + 0x1000);
    CHECK(end_of_program(headers, 2) == at(headers) - 0x40);
    CHECK(end_of_program(headers, 1) == ~std::uintptr_t{0});
    CHECK(end_of_program(headers + 2, 3) == ~std::uintptr_t{0});  // an unknown beginning
}

extern char _end[];  // NOLINT(bugprone-reserved-identifier): defined by the linker

TEST_CASE("the program ends where the linker says", "[unit]") {
    if (has_headers()) CHECK(trav::detail::end_of_program() == at(_end));
}
#endif
