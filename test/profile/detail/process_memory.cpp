// test/profile/detail/process_memory.cpp: compares the report with known amounts of memory.
#include "catch.hpp"
#include "support/pages.hpp"
#include "support/sanitized.hpp"

#include <trav/profile/detail/process_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#ifdef __linux__
#include <sys/resource.h>

namespace {

using trav::detail::process_memory;
constexpr std::size_t mebibyte = 1 << 20;

/// Mebibytes in memory, private or shared. Linux counts shared ones as a file's.
struct InMemory : test::Pages {
    InMemory(std::size_t number, int kind)
        : Pages(number * mebibyte / size, PROT_READ | PROT_WRITE, kind | MAP_POPULATE) {}
};

/// Whether an amount grew by so many bytes, give or take a mebibyte: Linux counts pages in batches for each
/// processor, and this program allocates meanwhile.
bool grew(std::uint64_t before, std::uint64_t after, std::uint64_t bytes) {
    return after + mebibyte > before + bytes && after < before + bytes + mebibyte;
}

}  // namespace

TEST_CASE("private and shared pages of a process", "[unit]") {
    auto const before = process_memory();
    CHECK(before.resident > before.files);
    CHECK(before.files > 0);
    InMemory const own(32, MAP_PRIVATE);
    auto const more = process_memory();
    CHECK(grew(before.resident, more.resident, 32 * mebibyte));
    CHECK(grew(before.files, more.files, 0));
    InMemory const shared(16, MAP_SHARED);
    auto const most = process_memory();
    CHECK(grew(before.resident, most.resident, 48 * mebibyte));
    CHECK(grew(before.files, most.files, 16 * mebibyte));
}

#ifdef __GLIBC__
TEST_CASE("free blocks kept by malloc", "[unit]") {
    if (test::sanitized) return;  // another malloc
    std::vector<void*> blocks(16'000);
    for (void*& block : blocks) block = std::malloc(1000);  // 1008 with malloc's header
    auto const before = process_memory();
    for (std::size_t i = 0; i + 1 < blocks.size(); ++i)
        std::free(blocks[i]);  // the last one keeps the others
    CHECK(grew(before.kept, process_memory().kept, 15'999 * 1008));
    std::free(blocks.back());
}
#endif

TEST_CASE("the file of Linux is closed, and may be missing", "[unit]") {
    rlimit limit{};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    rlimit const few{64, limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
    bool known = true;
    for (int i = 0; i != 100; ++i) known = known && process_memory().resident != 0;
    rlimit const none{0, limit.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    auto const unknown = process_memory();
    REQUIRE(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    CHECK(known);
    CHECK(unknown.resident == 0);
    CHECK(unknown.files == 0);
}
#endif
