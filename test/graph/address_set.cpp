// test/graph/address_set.cpp: compares AddressSet with std::set, for addresses of every arrangement.
#include "catch.hpp"

#include <trav/graph/address_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace {

using Set = trav::detail::AddressSet;

/// Addresses in a row, with gaps, around the borders of words, pieces and regions, and anywhere.
std::vector<std::uintptr_t> addresses(int arrangement, std::size_t count) {
    std::mt19937_64 random(static_cast<std::uint64_t>(arrangement) + 1);
    std::uintptr_t const base = std::uintptr_t{0x7f12} << 32;
    std::vector<std::uintptr_t> all;
    while (all.size() != count) {
        std::uintptr_t const i = all.size(), r = random();
        switch (arrangement) {
        case 0: all.push_back(base + 8 * i); break;
        case 1: all.push_back(base + 48 * i); break;
        case 2: all.push_back(base - 8 * (i * i)); break;
        case 3: all.push_back(base + (r % 3 << 9) - 8 + r % 2 * 8); break;
        case 4: all.push_back(base + (r % 5 << 16) - 8 + r % 2 * 8); break;
        case 5: all.push_back(base + (r % 40 << 26) - 8 + r % 2 * 8); break;
        case 6: all.push_back(r / 8 * 8); break;
        default: all.push_back(r % 100 * 8); break;
        }
    }
    return all;
}

}  // namespace

TEST_CASE("address set: a member's number is the count of smaller members", "[property]") {
    for (int arrangement = 0; arrangement != 8; ++arrangement)
        for (std::size_t const count : {1u, 2u, 63u, 1000u, 5000u}) {
            Set set;
            std::set<std::uintptr_t> expected;
            for (std::uintptr_t const at : addresses(arrangement, count))
                CHECK(set.add(at) == expected.insert(at).second);

            trav::detail::GrowingArray<Set::Block> blocks;
            REQUIRE(set.number_all(blocks) == expected.size());
            std::size_t next = 0;
            for (std::uintptr_t const at : expected) {
                CHECK(set.number(at) == next++);
                for (std::uintptr_t const other : {at - 8, at + 8, at + 512, at + (1u << 26)})
                    if (!expected.contains(other)) CHECK(set.number(other) == Set::none);
            }
            std::vector<std::uintptr_t> listed;
            for (Set::Block const& block : blocks) {
                CHECK(block.number() == listed.size());
                std::uintptr_t const first = *std::next(expected.begin(), static_cast<long>(listed.size()));
                CHECK(first - block.address() < 512);  // in its first word of 64 bits for 8 bytes each
                Set::each(block, [&](std::uintptr_t at, std::size_t number) {
                    CHECK(number == listed.size());
                    listed.push_back(at);
                });
            }
            CHECK(listed == std::vector<std::uintptr_t>(expected.begin(), expected.end()));
        }
}

TEST_CASE("address set: the members between two addresses are listed in ascending order", "[property]") {
    std::mt19937_64 random(7);
    for (int arrangement = 0; arrangement != 6;
         ++arrangement) {  // each_between() visits every region of 64 MB
        Set set;
        std::set<std::uintptr_t> members;
        for (std::uintptr_t const at : addresses(arrangement, 1000)) set.add(at), members.insert(at);
        trav::detail::GrowingArray<Set::Block> blocks;
        set.number_all(blocks);
        std::vector<std::uintptr_t> const all(members.begin(), members.end());
        auto const somewhere = [&] { return all[random() % all.size()] + (random() % 5 - 2) * 8; };
        for (int round = 0; round != 200; ++round) {
            std::uintptr_t const a = somewhere();
            std::uintptr_t const b = round % 4 == 0 ? somewhere() : a + (random() % 200) * 8;
            std::uintptr_t const begin = std::min(a, b), end = std::max(a, b);
            std::vector<std::size_t> listed, expected;
            set.each_between(begin, end, [&](std::size_t number) { listed.push_back(number); });
            for (std::size_t i = 0; i != all.size(); ++i)
                if (all[i] >= begin && all[i] < end) expected.push_back(i);
            CHECK(listed == expected);
        }
    }
}

TEST_CASE("address set: members may be added after they were numbered", "[unit]") {
    Set set;
    trav::detail::GrowingArray<Set::Block> blocks;
    set.add(800);
    CHECK(set.number_all(blocks) == 1);
    set.add(80);
    CHECK(set.number_all(blocks) == 2);
    CHECK(blocks.size() == 1);
    CHECK(set.number(80) == 0);
    CHECK(set.number(800) == 1);
}

TEST_CASE("address set: an empty set has no blocks", "[unit]") {
    Set set;
    trav::detail::GrowingArray<Set::Block> blocks;
    CHECK(set.number_all(blocks) == 0);
    CHECK(blocks.empty());
    CHECK(set.number(0) == Set::none);
    CHECK(set.word_at(0) == nullptr);
}
