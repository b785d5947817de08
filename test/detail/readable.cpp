// test/detail/readable.cpp: addresses with and without memory.
#include <trav/detail/malloc_bytes.hpp>
#include <trav/detail/readable.hpp>

#include "catch.hpp"
#include "support/pages.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <csignal>
#endif

using trav::detail::has_headers;

namespace {

bool is_readable(void const* p) { return trav::detail::is_readable(reinterpret_cast<std::uintptr_t>(p)); }

}  // namespace

#ifdef __linux__
TEST_CASE("readable: a word on existing pages", "[unit]") {
    if (!has_headers()) return;                                // valgrind reports missing ones
    constexpr std::size_t page = test::Pages::size, word = 8;  // the kernel reads eight bytes everywhere
    char const* middle = nullptr;
    {
        test::Pages const pages(3);
        middle = pages.begin() + page;
        test::Pages::allow(pages.begin(), 1, PROT_NONE);
        test::Pages::allow(pages.begin() + 2 * page, 1, PROT_NONE);
        CHECK_FALSE(is_readable(middle - word));
        CHECK_FALSE(is_readable(middle - 1));  // begins on the missing page
        CHECK(is_readable(middle));
        CHECK(is_readable(middle + page - word));
        CHECK_FALSE(is_readable(middle + page - word + 1));  // ends on the next page
        CHECK_FALSE(is_readable(middle + page));
        test::Pages::allow(pages.begin(), 1, PROT_READ);
        CHECK(is_readable(middle - 1));
    }
    CHECK_FALSE(is_readable(middle));
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
