// test/profile/changes.cpp: compares runs over eras with a table that counts each era separately.
#include "catch.hpp"

#include <trav/profile/detail/changes.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <utility>

TEST_CASE("changes: sums of random runs equal a count of each era", "[property]") {
    std::mt19937 random(1);
    auto const below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
    for (int repetition = 0; repetition != 50; ++repetition) {
        std::uint32_t const eras = 1 + below(20);
        trav::detail::Changes<std::uint64_t> changes;
        changes.begin_era(eras + 1);
        std::map<std::pair<std::uint32_t, std::uint64_t>, trav::Amount> model;
        for (int i = 0; i != 40; ++i) {
            std::uint32_t const begin = 1 + below(eras), end = begin + below(eras + 1 - begin);
            std::uint64_t const key = below(6);
            trav::Amount const amount{below(100), 1};
            changes.add(begin, end, key, amount);
            for (std::uint32_t era = begin; era != end; ++era) model[{era, key}] += amount;
        }
        std::map<std::pair<std::uint32_t, std::uint64_t>, trav::Amount> found;
        std::uint32_t last = 0;
        changes.each_sum(eras + 1, [&](std::uint32_t era, std::uint64_t key, trav::Amount const& amount) {
            CHECK(era >= last);
            last = era;
            CHECK(found.emplace(std::pair{era, key}, amount).second);
        });
        CHECK(found == model);
    }
}
