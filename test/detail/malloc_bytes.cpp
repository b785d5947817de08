// test/detail/malloc_bytes.cpp: sizes of malloc's blocks: by rules checked by hand and against
// malloc, by headers written here, and by the records of a tracking program.
#include <trav/detail/malloc_bytes.hpp>

#include "catch.hpp"
#include "support/pages.hpp"
#include "support/sanitized.hpp"
#include "support/tracked_block.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using test::if_tracked;
using trav::detail::has_headers;
using trav::detail::malloc_bytes;
using trav::detail::may_be_for;
using trav::detail::may_fill_pages;
using trav::detail::most_rounding;
using trav::detail::new_is_malloc;
using trav::detail::usable_size_at;
using trav::detail::usable_size_for;

namespace {

std::size_t said_by_malloc([[maybe_unused]] void* block) {
#ifdef __GLIBC__
    return malloc_usable_size(block);
#else
    return 0;
#endif
}

constexpr std::size_t large = std::size_t{1} << 17;

/// Two pages of headers without blocks.
alignas(4096) std::size_t words[2 * 4096 / sizeof(std::size_t)];

}  // namespace

TEST_CASE("malloc bytes: large blocks may fill pages", "[unit]") {
    CHECK_FALSE(may_fill_pages(large - 1));
    CHECK(may_fill_pages(large));
    CHECK(most_rounding(0) == 3 * sizeof(void*));
    CHECK(most_rounding(large - 1) == 3 * sizeof(void*));
    CHECK(most_rounding(large) == 4095);
}

TEST_CASE("malloc bytes: the usable size for a request", "[unit]") {
    if constexpr (sizeof(std::size_t) == 8) {
        CHECK(usable_size_for(0) == 24);
        CHECK(usable_size_for(24) == 24);
        CHECK(usable_size_for(25) == 40);
        CHECK(usable_size_for(40) == 40);
        CHECK(usable_size_for(41) == 56);
        CHECK(usable_size_for(1000) == 1000);
        CHECK(usable_size_for(1001) == 1016);
        CHECK(usable_size_for(1016) == 1016);
    }
    if (!has_headers()) return;
    for (std::size_t bytes = 0; bytes != 2000; ++bytes) {
        void* const block = std::malloc(bytes);
        std::size_t const said = said_by_malloc(block), rule = usable_size_for(bytes);
        CHECK((said == rule || said == rule + 16));
        CHECK((may_be_for(bytes, said) || may_be_for(bytes, said, 16)));
        std::free(block);
    }
}

TEST_CASE("malloc bytes: whether a block may be for a request", "[unit]") {
    std::size_t const usable = usable_size_for(1000);
    CHECK(may_be_for(1000, usable));
    CHECK_FALSE(may_be_for(1000, usable + 16));
    CHECK(may_be_for(1000, usable + 16, 16));
    CHECK_FALSE(may_be_for(1000, usable, 16));
    CHECK_FALSE(may_be_for(1000, usable + 1));
    CHECK_FALSE(may_be_for(usable + 1, usable));
    CHECK_FALSE(may_be_for(usable - 16, usable));
    // pages
    CHECK(may_be_for(large, large));
    CHECK(may_be_for(large, large + 4095));
    CHECK_FALSE(may_be_for(large, large + 4096));
    CHECK_FALSE(may_be_for(large + 100, large));
    CHECK(may_be_for(large - 100, large));
    CHECK_FALSE(may_be_for(large - 100, large - 1));
}

TEST_CASE("malloc bytes: malloc is asked for its own blocks only", "[unit]") {
    std::unique_ptr<char[]> const array(new char[1000]);
    void* const block = std::malloc(1000);
    std::size_t const said = said_by_malloc(block);
    CHECK(malloc_bytes(array.get()) == (new_is_malloc() ? said_by_malloc(array.get()) : 0));
    CHECK(malloc_bytes(block) == (new_is_malloc() ? said : 0));
    CHECK(if_tracked(block, [&] { return malloc_bytes(block); }) == said);
    if (!new_is_malloc()) CHECK(if_tracked(block, [&] { return malloc_bytes(&words); }) == 0);
    std::free(block);
    CHECK((new_is_malloc() || !has_headers()));
}

#ifdef TRAV_DETAIL_FINDS_MALLOC
TEST_CASE("malloc bytes: a program with the runtime's operator new asks malloc", "[unit]") {
    using trav::detail::home_of;
    CHECK(home_of(static_cast<void const*>(nullptr)) == nullptr);
    CHECK(home_of("no function has this name") == nullptr);
    CHECK(home_of("malloc") != nullptr);
    CHECK(home_of("malloc") == home_of("free"));
    int on_stack = 0;
    CHECK(home_of(static_cast<void const*>(&on_stack)) == nullptr);
    void const* const program = home_of(static_cast<void const*>(&words));
    REQUIRE(program != nullptr);
    CHECK(program != home_of("malloc"));
    CHECK(program == home_of(reinterpret_cast<void const*>(getauxval(AT_PHDR))));
#ifdef __GLIBCXX__
    if (!test::sanitized) CHECK(new_is_malloc());
#endif
}
#endif

TEST_CASE("malloc bytes: a size by a header", "[unit]") {
    std::size_t* const page = words + 4096 / sizeof(std::size_t);
    auto const size_with = [&](std::size_t* at, std::size_t header, std::size_t before = 0) {
        at[-1] = header, at[-2] = before;
        std::size_t const size = usable_size_at(at);
        if (!has_headers()) {
            CHECK(size == 0);
            return if_tracked(at, [&] { return usable_size_at(at); });
        }
        CHECK((size == 0 || if_tracked(at, [&] { return usable_size_at(at); }) == size));
        CHECK(if_tracked(nullptr, [&] { return usable_size_at(at); }) == 0);
        return size;
    };
    if (sizeof(std::size_t) != 8) return;
#ifdef __GLIBC__
    CHECK(size_with(page + 2, 0x21) == 24);
    CHECK(size_with(page + 2, 0x3f1) == 1000);
    CHECK(size_with(page + 2, 0x11) == 0);  // less than the least size
    CHECK(size_with(page + 2, 0) == 0);     // not 8 bytes less
    CHECK(size_with(page + 2, 2) == 0);
    CHECK(size_with(page - 2, 0x31012, 0xff0) == 200'704);  // mapped: the word before counts
    CHECK(size_with(page - 2, 0x31002, 0xff0) == 200'696);
    if (has_headers()) {
        CHECK(size_with(page + 3, 0x21) == 0);  // no block begins there
        CHECK(size_with(page, 0x21) == 24);     // its header is on another page
    }
    page[-1] = 0x21;
    CHECK(if_tracked(page, [&] { return usable_size_at(page); }) == 24);
#endif
}

#ifdef TRAV_DETAIL_FINDS_MALLOC
TEST_CASE("malloc bytes: the page before an address may be missing", "[unit]") {
    test::Pages const pages(2);
    std::uintptr_t* const second = pages.words() + test::Pages::size / sizeof(std::uintptr_t);
    second[-1] = 0x21;
    CHECK(usable_size_at(second) == (has_headers() ? 24 : 0));
    test::Pages::allow(pages.begin(), 1, PROT_NONE);
    CHECK(usable_size_at(second) == 0);
}
#endif
