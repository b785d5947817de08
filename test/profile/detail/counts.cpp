// Counts of rows, sample by sample, against a map.
#include "catch.hpp"

#include <trav/profile/detail/counts.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

TEST_CASE("counts: each sample has what was added while it was under way", "[property]") {
    std::mt19937 random(1);
    trav::detail::Counts<std::uint32_t> counts(2);
    std::vector<trav::detail::Counts<std::uint32_t>::Sample> samples;
    std::vector<std::map<std::vector<std::uint32_t>, trav::Amount>> model(5);
    for (auto& sample : model) {
        counts.begin_sample();
        for (int i = 0; i != 300; ++i) {
            std::uint32_t const bands[]{static_cast<std::uint32_t>(random() % 20),
                                        static_cast<std::uint32_t>(random() % 10)};
            trav::Amount const amount{random() % 100, 1};
            counts.add(counts.row(bands), amount);
            sample[{bands[0], bands[1]}] += amount;
        }
        samples.push_back(counts.sample());
    }
    for (std::size_t t = 0; t != model.size(); ++t) {
        std::map<std::vector<std::uint32_t>, trav::Amount> found;
        for (auto const& [row, amount] : samples[t]) CHECK(found.emplace(counts.bands(row), amount).second);
        CHECK(found == model[t]);
    }
}
