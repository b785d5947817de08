// test/detail/large_pages.cpp: the flags that Linux reports for the memory of columns: hg, if large pages
// were requested.
#include "catch.hpp"

#include <trav/detail/growing_array.hpp>
#include <trav/detail/large_pages.hpp>
#include <trav/detail/large_vector.hpp>
#include <trav/detail/system_memory.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

/// The flags of the mapping that contains an address.
std::string flags_at(void const* address) {
    auto const at = reinterpret_cast<std::uintptr_t>(address);
    std::ifstream maps("/proc/self/smaps");
    bool here = false;
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t begin = 0, end = 0;
        char dash = 0;
        if (std::istringstream(line) >> std::hex >> begin >> dash >> end && dash == '-')
            here = begin <= at && at < end;
        else if (here && line.starts_with("VmFlags:")) return line + ' ';
    }
    return "";
}
std::size_t const mega = (std::size_t{1} << 20) / sizeof(std::uint64_t);

/// Whether large pages were requested for the middle of a block that begins with these numbers.
bool asked_for(std::uint64_t const* numbers, std::size_t megabytes) {
    return flags_at(numbers + megabytes * mega / 2).find(" hg ") != std::string::npos;
}
bool without_large_pages() {
    if (std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) return false;
    WARN("skipped: the system has no large pages to ask for");
    return true;
}

}  // namespace

TEST_CASE("large pages are requested for blocks of at least a number of bytes", "[unit]") {
    if (without_large_pages()) return;
    std::size_t const bytes = 6 * mega * sizeof(std::uint64_t);
    void* const block = trav::detail::system_memory(bytes);
    REQUIRE(block != nullptr);
    auto const* const numbers = static_cast<std::uint64_t const*>(block);
    trav::detail::prefer_large_pages(block, bytes, bytes + 1);
    CHECK_FALSE(asked_for(numbers, 6));
    trav::detail::prefer_large_pages(block, bytes, bytes);
    CHECK(asked_for(numbers, 6));
    trav::detail::give_back(block, bytes);
}

TEST_CASE("large pages are requested for the large blocks of a vector, also for one that grows", "[unit]") {
    if (without_large_pages()) return;
    trav::detail::LargeVector<std::uint64_t> large(6 * mega), growing;
    CHECK(asked_for(large.data(), 6));
    for (std::size_t i = 0; i != 5 * mega; ++i) growing.push_back(i);
    CHECK(asked_for(growing.data(), 5));
    for (auto const* const block : {large.data(), growing.data()})  // no small pages before them
        CHECK(reinterpret_cast<std::uintptr_t>(block) % (std::size_t{2} << 20) == 0);
    auto const copy = growing;
    CHECK(asked_for(copy.data(), 5));
    CHECK(copy == growing);
    CHECK(copy.back() == 5 * mega - 1);
}

TEST_CASE("large pages are requested for an array that is large at first, not for one that grows", "[unit]") {
    if (without_large_pages()) return;
    trav::detail::GrowingArray<std::uint64_t> large, zeros, small, growing;
    large.room(40 * mega);
    CHECK(asked_for(large.data(), 40));
    zeros.assign(40 * mega, 0);
    CHECK(asked_for(zeros.data(), 40));
    small.room(20 * mega);
    CHECK_FALSE(asked_for(small.data(), 20));
    growing.room(1);
    growing.add(1);
    growing.room(40 * mega);
    CHECK_FALSE(asked_for(growing.data(), 40));
}
