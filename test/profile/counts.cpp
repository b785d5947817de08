// Counts of rows, sample by sample, compared with a map.
#include "catch.hpp"

#include <trav/profile/counts.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

TEST_CASE("counts: each sample has the amounts added during it", "[property]") {
    std::mt19937 random(1);
    trav::detail::Counts<std::uint32_t> counts(2);
    std::vector<trav::detail::Counts<std::uint32_t>::Sample> samples;
    std::vector<std::map<std::vector<std::uint32_t>, trav::Amount>> model(5);
    for (auto& sample : model) {
        bool const many = &sample == &model.back();  // rows, more than are expected to be in the cache
        counts.begin_sample();
        for (int batch = 0; batch != (many ? 200 : 10); ++batch) {
            std::size_t const count = random() % (trav::detail::batch_size + 1);
            std::vector<std::uint32_t> bands, rows(count);
            std::vector<std::uint64_t> bytes;
            std::vector<std::uint32_t> row(2);
            for (std::size_t i = 0; i != count; ++i) {
                if (random() % 2 == 0)  // the others are like their neighbours
                    row = {static_cast<std::uint32_t>(random() % (many ? 2000 : 20)),
                           static_cast<std::uint32_t>(random() % 10)};
                bands.insert(bands.end(), row.begin(), row.end());
                bytes.push_back(random() % 100);
                sample[row] += trav::Amount{bytes.back(), 1};
            }
            counts.add(bands.data(), count, bytes.data());
            if (batch % 3 == 0) {
                counts.add(bands.data(), count, bytes.data(), true);
                counts.add(bands.data(), count, bytes.data());
            }
            counts.rows(bands.data(), count, rows.data());
            for (std::size_t i = 0; i != count; ++i)
                CHECK(counts.bands(rows[i]) ==
                      std::vector(bands.begin() + static_cast<std::ptrdiff_t>(2 * i),
                                  bands.begin() + static_cast<std::ptrdiff_t>(2 * i + 2)));
        }
        samples.push_back(counts.sample());
    }
    for (std::size_t t = 0; t != model.size(); ++t) {
        std::map<std::vector<std::uint32_t>, trav::Amount> found;
        for (auto const& [row, amount] : samples[t]) CHECK(found.emplace(counts.bands(row), amount).second);
        CHECK(found == model[t]);
    }
}
