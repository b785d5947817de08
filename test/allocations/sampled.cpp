// The sampled allocations of threads, beside a model with splitmix64 and logarithms. The program itself
// records all allocations.
#include <trav/allocations/sampled.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

using trav::Tracking;
using trav::detail::SampleClock;
using trav::detail::SampleFilter;
using trav::detail::sampling_interval;

namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15u;

/// The numbers of Steele, Lea and Flood (2014) as bytes until a sample.
struct Gaps {
    std::uint64_t state;
    double interval;
    std::int64_t next() {
        state += golden;
        std::uint64_t z = state;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        z ^= z >> 31;
        double const uniform = std::ldexp(static_cast<double>(z / 2048 + 1), -53);
        return static_cast<std::int64_t>(-std::log(uniform) * interval);
    }
};
/// The recorded ones of a thread's allocations of some sizes.
std::vector<bool> recorded(std::vector<std::size_t> const& sizes, std::size_t interval,
                           std::uint64_t thread) {
    Gaps gaps{thread * golden + 1, static_cast<double>(interval)};
    std::vector<bool> all;
    std::int64_t left = gaps.next();
    for (std::size_t const size : sizes) {
        left -= size == 0 ? 1 : static_cast<std::int64_t>(size);
        all.push_back(left < 0);
        if (left < 0) left = gaps.next();
    }
    return all;
}
std::vector<bool> ticked(std::vector<std::size_t> const& sizes, std::size_t interval) {
    SampleClock clock;
    std::vector<bool> all(sizes.size());
    for (std::size_t i = 0; i != sizes.size(); ++i) all[i] = clock.tick(sizes[i], interval);
    sampling_interval = 0;
    return all;
}
void const* at(std::uintptr_t address) { return reinterpret_cast<void const*>(address); }

}  // namespace

TEST_CASE("sampled: the callers and the interval", "[unit]") {
    constexpr Tracking none, all(5), negative(-3), own = trav::sampled(1000);
    CHECK((none.callers == 8 && none.interval == 0));
    CHECK((all.callers == 5 && all.interval == 0));
    CHECK(Tracking(0).callers == 0);
    CHECK((negative.callers == 0 && negative.interval == 0));
    CHECK((trav::sampled.callers == 32 && trav::sampled.interval == 512 * 1024));
    CHECK((own.callers == 32 && own.interval == 1000));
    CHECK(Tracking(7)(9).callers == 7);
}

TEST_CASE("sampled: a block stands for the inverse of its probability", "[unit]") {
    REQUIRE_FALSE(trav::detail::allocations_are_sampled());
    CHECK(trav::detail::sample_weight(1) == 1);
    for (std::size_t const interval : {1u, 1000u}) {
        sampling_interval = interval;
        bool const sampled = trav::detail::allocations_are_sampled();
        std::map<std::size_t, double> weights;
        for (std::size_t const bytes : {0u, 1u, 2u, 1000u, 20'000u})
            weights[bytes] = trav::detail::sample_weight(bytes);
        sampling_interval = 0;
        CHECK(sampled);
        CHECK(weights[0] == weights[1]);
        for (std::size_t const bytes : {1u, 2u, 1000u, 20'000u}) {
            double const blocks = static_cast<double>(bytes) / static_cast<double>(interval);
            CHECK(weights[bytes] == Approx(1 / (1 - std::exp(-blocks))));
        }
    }
}

TEST_CASE("sampled: an estimate adds up weights, and its variance w (w - 1) squares", "[unit]") {
    struct Sample {
        std::size_t bytes;
        double weight;
    };
    trav::Estimate const none = trav::estimated(std::vector<Sample>());
    CHECK((none.bytes == 0 && none.blocks == 0 && none.error == 0));
    trav::Estimate const some = trav::estimated(std::vector<Sample>{{100, 4}, {10, 16}, {7000, 1}});
    CHECK(some.bytes == 7560);
    CHECK(some.blocks == 21);
    CHECK(some.error == Approx(std::sqrt(4 * 3 * 100.0 * 100 + 16 * 15 * 10.0 * 10)));
}

TEST_CASE("sampled: each thread has numbers of its own", "[unit]") {
    std::mt19937 random(7);
    std::vector<std::size_t> sizes;
    for (int i = 0; i != 3000; ++i) sizes.push_back(random() % 4 == 0 ? random() % 5000 : random() % 3);
    // other threads may have begun before
    std::vector<bool> const first = ticked(sizes, 1000);
    std::uint64_t thread = 0;
    while (thread != 1000 && recorded(sizes, 1000, thread) != first) ++thread;
    REQUIRE(thread != 1000);
    CHECK(ticked(sizes, 1000) == recorded(sizes, 1000, thread + 1));
    CHECK(ticked(sizes, 100'000) == recorded(sizes, 100'000, thread + 2));
    CHECK(ticked(sizes, 1) == recorded(sizes, 1, thread + 3));
}

TEST_CASE("sampled: the first allocation of a thread tells the interval", "[unit]") {
    SampleClock clock;
    CHECK_FALSE(clock.tick(0, std::size_t{1} << 40));
    std::size_t const told = sampling_interval.exchange(0);
    CHECK(told == std::size_t{1} << 40);
    CHECK_FALSE(clock.tick(1000, std::size_t{1} << 40));
    CHECK(sampling_interval == 0);
}

TEST_CASE("sampled: the filter finds all blocks in it, and few others", "[unit]") {
    static_assert(sizeof(SampleFilter) == 128 * 1024);
    static SampleFilter filter;
    std::mt19937 random(5);
    auto const any = [&](std::uintptr_t from) { return at(from + 16 * (random() % (1u << 24))); };
    std::vector<void const*> blocks, apart;
    for (int i = 0; i != 300; ++i) blocks.push_back(any(0x1000'0000));
    for (int i = 0; i != 30'000; ++i) apart.push_back(any(0x2000'0000));
    auto const others = [&] {
        return std::ranges::count_if(apart, [](void const* each) { return filter.may_contain(each); });
    };
    CHECK(others() == 0);
    for (int round = 0; round != 2; ++round)
        for (void const* const block : blocks) filter.add(block);
    for (void const* const block : blocks) filter.remove(block);
    for (void const* const block : blocks) CHECK(filter.may_contain(block));
    CHECK(others() < 600);  // 300 of 32768 places: about 1 %
    for (void const* const block : blocks) filter.remove(block);
    for (void const* const block : blocks) CHECK_FALSE(filter.may_contain(block));
    CHECK(others() == 0);
}
