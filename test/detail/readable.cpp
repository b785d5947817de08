// test/detail/readable.cpp: addresses with and without memory.
#include <trav/detail/malloc_bytes.hpp>
#include <trav/detail/readable.hpp>

#include "catch.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <csignal>
#include <sys/mman.h>
#endif

using trav::detail::has_headers;

namespace {

bool is_readable(void const* p) { return trav::detail::is_readable(reinterpret_cast<std::uintptr_t>(p)); }

}  // namespace

#ifdef __linux__
TEST_CASE("readable: words of pages that are there", "[unit]") {
    if (!has_headers()) return;                   // valgrind reports missing ones
    constexpr std::size_t page = 4096, word = 8;  // the kernel reads eight bytes everywhere
    auto* const pages = static_cast<char*>(
        mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(pages != MAP_FAILED);
    REQUIRE(mprotect(pages, page, PROT_NONE) == 0);
    REQUIRE(mprotect(pages + 2 * page, page, PROT_NONE) == 0);
    CHECK_FALSE(is_readable(pages + page - word));
    CHECK_FALSE(is_readable(pages + page - 1));  // begins on the missing page
    CHECK(is_readable(pages + page));
    CHECK(is_readable(pages + 2 * page - word));
    CHECK_FALSE(is_readable(pages + 2 * page - word + 1));  // ends on the next page
    CHECK_FALSE(is_readable(pages + 2 * page));
    REQUIRE(mprotect(pages, page, PROT_READ) == 0);
    CHECK(is_readable(pages + page - 1));
    munmap(pages, 3 * page);
    CHECK_FALSE(is_readable(pages + page));
}

TEST_CASE("readable: asking changes neither errno nor the mask of signals", "[unit]") {
    sigset_t before, after;
    REQUIRE(sigprocmask(SIG_SETMASK, nullptr, &before) == 0);
    std::uintptr_t const all = ~std::uintptr_t{0};
    errno = 7;
    CHECK(is_readable(&all));
    if (has_headers()) CHECK_FALSE(trav::detail::is_readable(all));
    CHECK(errno == 7);
    REQUIRE(sigprocmask(SIG_SETMASK, nullptr, &after) == 0);
    for (int signal = 1; signal != 32; ++signal)
        CHECK(sigismember(&before, signal) == sigismember(&after, signal));
}
#else
TEST_CASE("readable: nothing, where the system cannot be asked", "[unit]") {
    int const word = 0;
    CHECK_FALSE(is_readable(&word));
}
#endif
