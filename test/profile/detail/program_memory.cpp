// The memory of a program outside of blocks: variables of each kind, and the system's own list of mappings.
#include <trav/profile/detail/program_memory.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using trav::detail::MemoryRange;
using trav::detail::static_memory;
using trav::detail::with_stack;

namespace {

int initialized[1000] = {1};
int zeroed[100'000];
int const constants[1000] = {1};
thread_local int own[100] = {1};

std::uintptr_t at(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }
/// The number of ranges with an address.
auto ranges_with(std::vector<MemoryRange> const& ranges, void const* p) {
    return std::ranges::count_if(ranges, [&](MemoryRange const& range) { return range.contains(at(p)); });
}
bool in_stack(void const* p) {
    bool found = false;
    with_stack([&](MemoryRange stack) { found = stack.contains(at(p)); });
    return found;
}

}  // namespace

TEST_CASE("program memory: a range has its first address, but not its end", "[unit]") {
    MemoryRange const range{100, 103};
    for (std::uintptr_t const p : {0u, 99u, 103u, 104u}) CHECK_FALSE(range.contains(p));
    for (std::uintptr_t const p : {100u, 101u, 102u}) CHECK(range.contains(p));
    CHECK_FALSE(MemoryRange{100, 100}.contains(100));
}

#if __has_include(<link.h>) && __has_include(<pthread.h>)
TEST_CASE("program memory: static data, constants if wanted, and this thread's own data", "[unit]") {
    auto const block = std::make_unique<int>(1);
    int local = 1;
    own[0] = zeroed[0] = local;
    for (bool const with_constants : {false, true}) {
        CAPTURE(with_constants);
        auto const ranges = static_memory(with_constants);
        for (int const* const p :
             {&initialized[0], &initialized[999], &zeroed[0], &zeroed[99'999], &own[0], &own[99]})
            CHECK(ranges_with(ranges, p) == 1);
        CHECK(ranges_with(ranges, &constants[500]) == (with_constants ? 1 : 0));
        CHECK(ranges_with(ranges, "a constant") == (with_constants ? 1 : 0));
        for (int const* const p : {block.get(), &local}) CHECK(ranges_with(ranges, p) == 0);
        CHECK(ranges_with(ranges, &std::generic_category()) == 1);  // of a library
        CHECK(std::ranges::count(ranges, std::uintptr_t{0}, &MemoryRange::first) == 0);
    }
    CHECK(static_memory(true).size() > static_memory().size());

    int const* others = nullptr;
    std::thread([&] {
        own[1] = 1;
        others = own;
        auto const ranges = static_memory();
        CHECK(ranges_with(ranges, own) == 1);
        CHECK(ranges_with(ranges, zeroed) == 1);
    }).join();
    CHECK(others != own);
}

TEST_CASE("program memory: this thread's stack, from the caller's frame on", "[unit]") {
    int local[100] = {};
    CHECK(in_stack(&local[0]));
    CHECK(in_stack(&local[99]));
    auto const block = std::make_unique<int>(1);
    CHECK_FALSE(in_stack(block.get()));
    CHECK_FALSE(in_stack(zeroed));
    MemoryRange outer{0, 0};
    with_stack([&](MemoryRange stack) { outer = stack; });
    bool in_thread = false, in_main = true;
    MemoryRange inner{0, 0};
    std::thread([&] {
        int its[100] = {};
        in_thread = in_stack(&its[99]);
        in_main = in_stack(local);
        with_stack([&](MemoryRange stack) { inner = stack; });
    }).join();
    CHECK(in_thread);
    CHECK_FALSE(in_main);
    CHECK((inner.end <= outer.first || outer.end <= inner.first));
}
#endif

#ifdef __linux__
TEST_CASE("program memory: its ranges are mapped", "[unit]") {
    std::vector<MemoryRange> mapped;  // neighbours joined
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        std::size_t const dash = line.find('-');
        MemoryRange const each{std::stoull(line, nullptr, 16),
                               std::stoull(line.substr(dash + 1), nullptr, 16)};
        if (!mapped.empty() && mapped.back().end == each.first) mapped.back().end = each.end;
        else mapped.push_back(each);
    }
    auto const is_mapped = [&](MemoryRange const& range) {
        return std::ranges::any_of(mapped, [&](MemoryRange const& each) {
            return each.first <= range.first && range.first < range.end && range.end <= each.end;
        });
    };
    REQUIRE_FALSE(mapped.empty());
    for (MemoryRange const& range : static_memory(true)) CHECK(is_mapped(range));
    int const local = 0;
    with_stack([&](MemoryRange stack) {
        CHECK(is_mapped(stack));
        CHECK((stack.first < at(&local) && at(&local) - stack.first < 100'000));
    });
}
#endif
