// test/profile/detail/places.cpp: compares numbers of objects by address with std::map.
#include "catch.hpp"

#include <trav/profile/detail/places.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <span>

namespace {

struct Thing;
struct Things {
    using node = Thing*;
    std::span<node const> children(node) const { return {}; }
};

}  // namespace

TEST_CASE("places: an object at any address has its number, and others have 0", "[property]") {
    for (int arrangement = 0; arrangement != 7; ++arrangement) {
        std::mt19937_64 random(static_cast<std::uint64_t>(arrangement) + 1);
        std::uintptr_t const base = static_cast<std::uintptr_t>(std::uint64_t{0x7f12} << 32 | 3u << 20);
        trav::detail::Places<Things, std::uint32_t> places(Things{});
        std::map<Thing*, std::uint32_t> expected;
        for (std::uint32_t i = 1; i != 2000; ++i) {
            auto const r = static_cast<std::uintptr_t>(random());
            std::uintptr_t at = 0;
            switch (arrangement) {
            case 0: at = base + 8 * i; break;     // neighbours
            case 1: at = base - 48 * i; break;    // downwards
            case 2: at = base + r % 4000; break;  // at any byte
            case 3:
                at = base + (r % 500 << 12) - 8 * (i % 2);  // at borders of pages
                break;
            case 4:
                at = base + (r % 500 << 20) - 8 * (i % 2);  // at borders of regions
                break;
            case 5: at = r / 8 * 8; break;
            default: at = r; break;  // anywhere
            }
            auto* const n = reinterpret_cast<Thing*>(at);
            places.prefetch(n);
            CHECK(places.find(n) == (expected.contains(n) ? expected[n] : 0));
            CHECK(places[n] == expected[n]);
            places[n] = expected[n] = i;
        }
        for (auto const& [n, number] : expected) {
            CHECK(places.find(n) == number);
            for (unsigned const distance : {1u, 8u, 4096u, 1u << 20}) {
                auto* const other = reinterpret_cast<Thing*>(reinterpret_cast<std::uintptr_t>(n) + distance);
                if (!expected.contains(other)) CHECK(places.find(other) == 0);
            }
        }
    }
}
