// The columns of a profiler and its samples: when each column gives a band to an object.
#include <trav/profile/samples.hpp>

#include "catch.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using trav::Amount;
using trav::Band;
using trav::Place;
using trav::detail::Batch;
using trav::detail::Classifier;
using trav::detail::Timing;

namespace {

using Calls = std::vector<std::string>;
using Columns = trav::detail::Columns<unsigned>;
using Counts = trav::detail::Counts<std::uint32_t>;
using Samples = trav::detail::Samples<>;
using Bands = std::vector<std::uint32_t>;

/// The band of an object: its number times a factor, and its place if known.
class Times : public Classifier<unsigned> {
  public:
    Times(unsigned factor, Timing timing, Calls& calls, trav::Biography<unsigned>* life = nullptr)
        : Classifier("times " + std::to_string(factor), &calls, timing), factor_(factor), calls_(calls) {
        life_ = life;
    }
    std::vector<Band> bands() const override { return {Band{name()}}; }
    void classify(Batch<unsigned> const& batch) override {
        calls_.push_back(name() + (batch.places != nullptr ? " placed " : " ") +
                         std::to_string(batch.nodes.size()));
        for (std::size_t i = 0; i != batch.nodes.size(); ++i)
            batch.bands[i * batch.stride] =
                factor_ * batch.nodes[i] + (batch.places != nullptr ? batch.places[i] : 0);
    }
    void begin_sample(std::size_t number, double time) override {
        calls_.push_back(name() + " begins " + std::to_string(number) + " at " + std::to_string(time));
    }
    void end_sample() override { calls_.push_back(name() + " ends"); }

  private:
    unsigned factor_;
    Calls& calls_;
};
void add(Columns& columns, unsigned factor, Timing timing, Calls& calls,
         trav::Biography<unsigned>* life = nullptr) {
    columns.add(trav::detail::UniquePtr<Classifier<unsigned>>(new Times(factor, timing, calls, life)));
}
std::uint64_t squared(unsigned n) { return std::uint64_t{n} * n; }

}  // namespace

TEST_CASE("columns: bands known at sight are found once, and others at the end", "[unit]") {
    Calls calls;
    Columns columns;
    add(columns, 100, Timing::at_the_end, calls);
    add(columns, 10, Timing::at_sight, calls);
    add(columns, 1000, Timing::at_any_time, calls);
    std::vector<unsigned> const some{3, 1}, more{4, 5, 6};
    for (int round = 0; round != 3; ++round) {
        calls.clear();
        columns.record(std::span(some), squared);
        columns.record(std::span(more), squared);
        columns.record(std::span<unsigned const>(), squared);
        CHECK(calls == Calls{"times 10 2", "times 10 3", "times 10 0"});
        CHECK(std::vector(columns.bytes(), columns.bytes() + 5) ==
              std::vector<std::uint64_t>{9, 1, 16, 25, 36});
        calls.clear();
        std::vector<Place> const places{7, 8, 9};
        std::uint32_t const* const last = columns.bands(more, places.data(), 2);
        CHECK(calls == Calls{"times 100 placed 3", "times 1000 placed 3"});
        CHECK(Bands(last, last + 9) == Bands{407, 40, 4007, 508, 50, 5008, 609, 60, 6009});
        std::uint32_t const* const first = columns.bands(some, nullptr, 0);
        CHECK(Bands(first, first + 6) == Bands{300, 30, 3000, 100, 10, 1000});
        CHECK(Bands(first + 6, first + 15) == Bands{407, 40, 4007, 508, 50, 5008, 609, 60, 6009});
        if (round == 0) columns.forget();
        else columns.release();
    }
}

TEST_CASE("columns: an unwritten band is 0 in each sample", "[unit]") {
    Calls calls;
    Columns columns;
    struct Silent : Classifier<unsigned> {
        Silent() : Classifier("silent", nullptr, Timing::at_sight) {}
        std::vector<Band> bands() const override { return {}; }
    };
    columns.add(trav::detail::UniquePtr<Classifier<unsigned>>(new Silent));
    add(columns, 2, Timing::at_the_end, calls);
    std::vector<unsigned> const some{4, 5};
    for (int round = 0; round != 2; ++round) {
        columns.record(std::span(some), squared);
        std::uint32_t const* const bands = columns.bands(some, nullptr, 0);
        CHECK(Bands(bands, bands + 4) == Bands{0, 8, 0, 10});
        columns.begin_sample(1, 0);
    }
}

TEST_CASE("columns: each is told of samples, and one may be a Biography", "[unit]") {
    Calls calls;
    Columns columns;
    CHECK(columns.at_any_time());
    CHECK(columns.life() == nullptr);
    add(columns, 1, Timing::at_any_time, calls);
    CHECK(columns.at_any_time());
    char memory = 0;
    auto* const life = reinterpret_cast<trav::Biography<unsigned>*>(&memory);
    add(columns, 2, Timing::at_sight, calls, life);
    CHECK_FALSE(columns.at_any_time());
    CHECK(columns.life() == life);
    CHECK(columns.life_column() == 1);
    CHECK_THROWS_WITH(add(columns, 3, Timing::at_sight, calls, life), "trav: a profiler takes one Biography");
    add(columns, 4, Timing::at_any_time, calls);
    CHECK(columns.all().size() == 3);
    CHECK(columns.life_column() == 1);
    columns.begin_sample(5, 1.5);
    columns.end_sample();
    CHECK(calls == Calls{"times 1 begins 5 at 1.500000", "times 2 begins 5 at 1.500000",
                         "times 4 begins 5 at 1.500000", "times 1 ends", "times 2 ends", "times 4 ends"});
}

TEST_CASE("samples: times ascend and are finite", "[unit]") {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    constexpr double most = std::numeric_limits<double>::max();
    Samples samples;
    for (double const wrong : {infinite, -infinite, std::numeric_limits<double>::quiet_NaN()}) {
        CHECK_THROWS_WITH(samples.check(wrong), "trav: a sample needs a time that is finite");
        CHECK_THROWS_AS(samples.check(wrong), std::invalid_argument);
    }
    for (double const right : {-most, 0.0, most}) CHECK_NOTHROW(samples.check(right));
    for (double const time : {-2.5, 3.0}) {
        samples.make_room();
        samples.add(time, {});
    }
    CHECK(samples.count() == 2);
    CHECK_NOTHROW(samples.check(3));
    CHECK_NOTHROW(samples.check(most));
    CHECK_THROWS_WITH(samples.check(2.75), "trav: a sample at 2.750000 cannot follow one at 3.000000");
    double const now = trav::detail::seconds(), later = trav::detail::seconds();
    CHECK((0 <= now && now <= later && later < now + 1000));
}

TEST_CASE("samples: a profile has the rows of each sample, and all columns", "[unit]") {
    Calls calls;
    Columns columns;
    add(columns, 1, Timing::at_sight, calls);
    add(columns, 2, Timing::at_the_end, calls);
    Counts counts(2);
    Samples samples;
    std::vector<std::vector<std::pair<Bands, Amount>>> const expected{
        {}, {{{1, 2}, {5, 1}}, {{3, 4}, {13, 2}}}, {{{3, 4}, {1, 1}}}};
    for (std::size_t i = 0; i != expected.size(); ++i) {
        counts.begin_sample();
        for (auto const& [bands, amount] : expected[i])
            for (std::uint64_t n = 0; n != amount.objects; ++n) {
                std::uint64_t const bytes = n == 0 ? amount.bytes + 1 - amount.objects : 1;
                counts.add(bands.data(), 1, &bytes);
            }
        samples.make_room();
        samples.add(static_cast<double>(i) / 2, counts.sample());
    }
    trav::Profile const profile = samples.profile(counts, columns);
    REQUIRE(profile.samples.size() == 3);
    for (std::size_t i = 0; i != 3; ++i) {
        CHECK(profile.samples[i].time == static_cast<double>(i) / 2);
        REQUIRE(profile.samples[i].entries.size() == expected[i].size());
        for (std::size_t k = 0; k != expected[i].size(); ++k) {
            CHECK(profile.samples[i].entries[k].bands == expected[i][k].first);
            CHECK(profile.samples[i].entries[k].amount == expected[i][k].second);
        }
    }
    REQUIRE(profile.columns.size() == 2);
    CHECK(profile.columns[0].name == "times 1");
    CHECK(profile.columns[1].name == "times 2");
    CHECK(profile.columns[0].breakdown == &calls);
    CHECK(profile.columns[1].bands == std::vector{Band{"times 2"}});
    CHECK(Samples().profile(counts, Columns()).samples.empty());
}
