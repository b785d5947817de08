#include <trav/allocations.hpp>

#include "catch.hpp"

#include <trav/allocations/churn.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/coverage.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <thread>
#include <vector>

TRAV_TRACK_ALLOCATIONS(sampled(16 * 1024));

namespace {

struct Blocks {
    std::vector<std::unique_ptr<char[]>> blocks;
    double bytes = 0;
    /// Allocates blocks of 1 to `largest` bytes. They are the only sampled ones of these sizes.
    Blocks(std::mt19937& random, std::size_t count, std::size_t largest) {
        std::uniform_int_distribution<std::size_t> size(1, largest);
        blocks.reserve(count);
        for (std::size_t i = 0; i != count; ++i) {
            std::size_t const n = size(random);
            blocks.push_back(std::make_unique<char[]>(n));
            bytes += static_cast<double>(n);
        }
    }
    /// The samples among them.
    std::vector<trav::LiveBlock> samples() const {
        std::vector<trav::LiveBlock> found;
        auto const live = trav::live_blocks();
        for (auto const& block : blocks)
            if (auto const* const at = live.at(block.get())) found.push_back(*at);
        return found;
    }
};

}  // namespace

TEST_CASE("sampled: the estimate of Horvitz and Thompson, by hand", "[unit]") {
    struct Sample {
        std::size_t bytes;
        double weight;
    };
    trav::Estimate const all = trav::estimated(std::vector<Sample>{{1000, 1}, {500, 1}});
    CHECK(all.bytes == 1500);
    CHECK(all.blocks == 2);
    CHECK(all.error == 0);
    // weight w adds w (w - 1) times the square of the size: 4 * 3 * 100^2 + 16 * 15 * 10^2 = 144,000
    trav::Estimate const some = trav::estimated(std::vector<Sample>{{100, 4}, {10, 16}, {7000, 1}});
    CHECK(some.bytes == 400 + 160 + 7000);
    CHECK(some.blocks == 21);
    CHECK(std::abs(some.error - std::sqrt(144'000)) < 1e-9);
    CHECK(trav::estimated(std::vector<Sample>()).bytes == 0);
}

TEST_CASE("sampled: estimates are right on average, and by their error") {
    std::mt19937 random(1);
    constexpr int rounds = 200;
    double sum = 0, within_one = 0, within_two = 0, blocks = 0;
    for (int round = 0; round != rounds; ++round) {
        Blocks const all(random, 2000, 4000);  // 4 MB: some 250 samples
        trav::Estimate const e = trav::estimated(all.samples());
        double const off = (e.bytes - all.bytes) / e.error;
        sum += off;
        within_one += std::abs(off) < 1;
        within_two += std::abs(off) < 2;
        blocks += e.blocks / 2000;
    }
    // The mean of 200 normal deviations is within 0.25 in 99.96 % of cases; 68 % of them are within one, 95 %
    // within two.
    CHECK(std::abs(sum / rounds) < 0.25);
    CHECK(std::abs(within_one / rounds - 0.683) < 0.12);
    CHECK(std::abs(within_two / rounds - 0.954) < 0.06);
    CHECK(std::abs(blocks / rounds - 1) < 0.05);
}

TEST_CASE("sampled: a block is recorded with probability 1 - exp(-size / interval)") {
    std::vector<std::unique_ptr<char[]>> blocks;
    for (std::size_t const size : {1024u, 16u * 1024, 64u * 1024}) {
        double const p = 1 - std::exp(-static_cast<double>(size) / (16 * 1024));
        constexpr int count = 2000;
        blocks.clear();
        for (int i = 0; i != count; ++i) blocks.push_back(std::unique_ptr<char[]>(new char[size]));
        auto const live = trav::live_blocks();
        int recorded = 0;
        for (auto const& block : blocks) {
            auto const* const at = live.at(block.get());
            if (at == nullptr) continue;
            ++recorded;
            CHECK(at->bytes == size);
            CHECK(at->weight == Approx(1 / p));
            CHECK(at->site.size() > 1);
        }
        CHECK(std::abs(recorded - count * p) < 4 * std::sqrt(count * p * (1 - p)));
    }
}

TEST_CASE("sampled: freed blocks are gone, in any thread") {
    auto const count = [] { return trav::live_blocks().size(); };
    std::size_t const before = count();
    {
        std::mt19937 random(2);
        Blocks const all(random, 2000, 4000);
        CHECK(count() > before + 100);
        std::thread([moved = std::make_unique<Blocks>(random, 2000, 4000)] {
            CHECK(moved->samples().size() > 100);
        }).join();
    }
    CHECK(count() <= before + 5);  // the main thread's own
}

TEST_CASE("sampled: churn is estimated, its bytes and its blocks") {
    static constinit trav::Churn churn;
    static constexpr trav::AllocationObserver observer{
        .freed_block = [](auto const& block) { churn.freed(block); }};
    std::mt19937 random(3);
    trav::observe_allocations(&observer);
    for (std::size_t const largest : {4000u, 60'000u}) {  // a block stands for some 8, or for 1.2
        constexpr int rounds = 40;
        constexpr std::size_t count = 2000;
        double bytes = 0, estimated_bytes = 0, estimated_blocks = 0;
        for (int round = 0; round != rounds; ++round) {
            churn.start();
            bytes += Blocks(random, count, largest).bytes;
            for (trav::Churned const& each : churn.take()) {
                estimated_bytes += static_cast<double>(each.bytes);
                estimated_blocks += static_cast<double>(each.blocks);
            }
        }
        INFO(largest);
        CHECK(estimated_bytes == Approx(bytes).epsilon(0.05));
        CHECK(estimated_blocks == Approx(rounds * count).epsilon(0.05));
    }
    trav::observe_allocations(nullptr);
}

TEST_CASE("sampled: coverage says that not every allocation is recorded") {
    std::vector<int> const numbers(1000);
    CHECK_FALSE(trav::coverage(trav::Objects<>(), trav::roots(numbers)).tracked);
}
