// test/detail/large_pages.cpp: the flags that Linux reports for the memory of columns: hg, if large pages
// were requested.
#include "catch.hpp"

#include <trav/detail/growing_array.hpp>

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
bool asked_for(trav::detail::GrowingArray<std::uint64_t> const& array) {
    return flags_at(array.data() + (std::size_t{4} << 20) / sizeof(std::uint64_t)).find(" hg ") !=
           std::string::npos;
}

}  // namespace

TEST_CASE("large pages are requested for an array that is large at first, not for one that grows", "[unit]") {
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) {
        WARN("skipped: the system has no large pages to ask for");
        return;
    }
    std::size_t const mega = (std::size_t{1} << 20) / sizeof(std::uint64_t);
    trav::detail::GrowingArray<std::uint64_t> large, zeros, small, growing;
    large.room(40 * mega);
    CHECK(asked_for(large));
    zeros.assign(40 * mega, 0);
    CHECK(asked_for(zeros));
    small.room(20 * mega);
    CHECK_FALSE(asked_for(small));
    growing.room(1);
    growing.add(1);
    growing.room(40 * mega);
    CHECK_FALSE(asked_for(growing));
}
