// test/ghc/live/address_range.cpp: finds the heap's address range in lists from the kernel.
#include "catch.hpp"

#include <trav/ghc/live/address_range.hpp>

#include <sstream>
#include <string>

using namespace trav::ghc;

namespace {

constexpr char const* list = R"(00400000-0064d000 r--p 00000000 fe:00 1312 /tmp/a.out
0064d000-00651000 rw-p 00000000 00:00 0
02345000-02366000 rw-p 00000000 00:00 0                                  [heap]
4200000000-4200100000 rw-p 00000000 00:00 0
4200100000-4200400000 rw-p 00000000 00:00 0
4200400000-14200000000 ---p 00000000 00:00 0
14200001000-14200002000 rw-p 00000000 00:00 0
7ffd1000-7ffd2000 rw-p 00000000 00:00 0)";

AddressRange around(Word address, std::string const& text = list) {
    std::istringstream maps(text);
    return mapped_around(maps, address);
}

}  // namespace

TEST_CASE("a range contains all adjacent mappings without a file", "[unit]") {
    for (Word const inside : {0x4200000000u + Word{0}, Word{0x4200100008}, Word{0x141fffffff8}}) {
        AddressRange const heap = around(inside);
        CHECK(heap.begin == 0x4200000000);
        CHECK(heap.end == 0x14200000000);
    }
    CHECK(around(0x14200001000).begin == 0x14200001000);
    CHECK(around(0x7ffd1008).end == 0x7ffd2000);
}

TEST_CASE("there is no range around an address that is a file's, named or unmapped", "[unit]") {
    for (Word const inside : {Word{0x400000}, Word{0x2345000}, Word{0x14200000000}, Word{0x10}, ~Word{0}})
        CHECK(around(inside).empty());
    CHECK(around(0x64d000).begin == 0x64d000);
}

TEST_CASE("malformed lists of mappings have no range", "[unit]") {
    for (char const* text : {"", "\n", "4200000000", "4200000000-", "zz-4200100000 rw-p", "-\n-\n"})
        CHECK(around(0x4200000000, text).empty());
}

TEST_CASE("a range contains its addresses, and an empty range contains none", "[unit]") {
    alignas(8) char bytes[24];
    AddressRange const middle{address(bytes + 8), address(bytes + 16)};
    CHECK(middle.contains(bytes + 8));
    CHECK(middle.contains(bytes + 15));
    CHECK_FALSE(middle.contains(bytes + 7));
    CHECK_FALSE(middle.contains(bytes + 16));
    CHECK_FALSE(AddressRange{}.contains(bytes));
    CHECK_FALSE(AddressRange{}.contains(nullptr));
}
