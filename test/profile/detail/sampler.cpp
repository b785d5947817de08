// The samples of a heap: the objects shown to breakdowns, in their order, and samples after an exception.
#include "catch.hpp"

#include <trav/profile/detail/sampler.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using trav::Place;
using Nodes = std::vector<int>;
using trav::detail::Timing;

/// Node n has n + 1 bytes; nodes below 0 are null.
struct Heap {
    using node = int;
    std::vector<Nodes> rows;
    Nodes const& children(int n) const { return rows[static_cast<std::size_t>(n)]; }
    bool null(int n) const { return n < 0; }
    std::size_t size(int n) const { return static_cast<std::size_t>(n) + 1; }
    Nodes objects() const {
        Nodes all;
        for (std::size_t n = 0; n != rows.size(); ++n) all.push_back(static_cast<int>(n));
        return all;
    }
};

/// The calls of a breakdown.
struct Notes {
    std::vector<std::size_t> begun{};
    int ended = 0;
    Nodes nodes{};
    std::vector<Place> places{};
    int without_places = 0;  // batches
    std::size_t largest = 0;
    int throw_at = -1;
};
/// The band of node n is n modulo `bands`.
class Modulo : public trav::detail::Classifier<int> {
  public:
    Modulo(int bands, Timing timing, Notes& notes)
        : Classifier<int>("modulo " + std::to_string(bands), &notes, timing), bands_(bands), notes_(notes) {}
    std::vector<trav::Band> bands() const override {
        std::vector<trav::Band> all;
        for (int i = 0; i != bands_; ++i) all.push_back({std::to_string(i)});
        return all;
    }
    void classify(trav::detail::Batch<int> const& batch) override {
        std::uint32_t* band = batch.bands;
        for (std::size_t i = 0; i != batch.nodes.size(); ++i, band += batch.stride) {
            int const n = batch.nodes[i];
            if (n == notes_.throw_at) throw std::runtime_error("classify");
            notes_.nodes.push_back(n);
            if (batch.places != nullptr) notes_.places.push_back(batch.places[i]);
            *band = static_cast<std::uint32_t>(n % bands_);
        }
        notes_.without_places += batch.places == nullptr;
        if (batch.nodes.size() > notes_.largest) notes_.largest = batch.nodes.size();
    }
    void begin_sample(std::size_t number, double) override { notes_.begun.push_back(number); }
    void end_sample() override { ++notes_.ended; }

  private:
    int bands_;
    Notes& notes_;
};

using Sampler = trav::detail::Sampler<Heap, false>;
using Column = trav::detail::UniquePtr<trav::detail::Classifier<int>>;
using Counted = std::map<std::pair<std::string, std::string>, trav::Amount>;

/// A sampler with two breakdowns: by 3 at sight, by 2 at the end.
struct Fixture {
    explicit Fixture(std::vector<Nodes> rows) : sampler(Heap{std::move(rows)}, 2) {
        sampler.add(Column(new Modulo(3, Timing::at_sight, by_3)));
        sampler.add(Column(new Modulo(2, Timing::at_the_end, by_2)));
    }
    void reached(Nodes const& roots, double time) {
        Sampler::Census(sampler, time).reached(roots, trav::Statistics{});
    }
    void listed(Nodes const& roots, double time) {
        Sampler::Census(sampler, time).listed(roots, trav::Statistics{});
    }
    Counted counted(std::size_t sample) const {
        auto const profile = sampler.profile();
        Counted all;
        for (auto const& entry : profile.samples.at(sample).entries) {
            auto const text = [&](std::size_t column) {
                return profile.columns[column].bands[entry.bands[column]].text;
            };
            all[{text(0), text(1)}] = entry.amount;
        }
        return all;
    }
    std::size_t samples() const { return sampler.profile().samples.size(); }

    Notes by_3{}, by_2{};
    Sampler sampler;
};
/// The amounts of some nodes.
Counted amounts(Nodes const& nodes) {
    Counted all;
    for (int const n : nodes) {
        auto& one = all[{std::to_string(n % 3), std::to_string(n % 2)}];
        one.bytes += static_cast<std::uint64_t>(n) + 1;
        one.objects += 1;
    }
    return all;
}
std::vector<Nodes> const small{{1, 2, -1}, {2, 8}, {}, {4}, {}, {}, {}, {}, {1}};

}  // namespace

TEST_CASE("sampler: counts what the roots reach", "[unit]") {
    Fixture fixture(small);
    fixture.reached({0, -1, 0}, 1.5);
    CHECK(fixture.counted(0) == amounts({0, 1, 2, 8}));
    CHECK(fixture.sampler.profile().samples[0].time == 1.5);
    CHECK(fixture.by_3.begun == std::vector<std::size_t>{0});
    CHECK(fixture.by_3.ended == 1);
    CHECK(fixture.by_3.nodes.size() == 4);
    CHECK(fixture.by_3.places.empty());  // at sight
    CHECK(fixture.by_2.nodes == fixture.by_3.nodes);
    CHECK(fixture.by_2.places == std::vector<Place>{0, 1, 2, 3});
    CHECK(fixture.by_2.without_places == 0);

    fixture.reached({3, 5}, 2);
    fixture.reached({}, 2);
    CHECK(fixture.samples() == 3);
    CHECK(fixture.counted(0) == amounts({0, 1, 2, 8}));
    CHECK(fixture.counted(1) == amounts({3, 4, 5}));
    CHECK(fixture.counted(2).empty());
    CHECK(fixture.by_2.begun == std::vector<std::size_t>{0, 1, 2});
    CHECK(fixture.by_2.ended == 3);
}

TEST_CASE("sampler: counts what the graph lists", "[unit]") {
    Fixture fixture(small);
    fixture.listed({0}, 1);
    CHECK(fixture.counted(0) == amounts({0, 1, 2, 3, 4, 5, 6, 7, 8}));
    CHECK(fixture.by_3.nodes == Nodes{0, 1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(fixture.by_2.nodes == fixture.by_3.nodes);
    // no flow needs places
    CHECK(fixture.by_2.places == std::vector<Place>(9, trav::detail::unreached));
    fixture.reached({8}, 2);
    CHECK(fixture.counted(1) == amounts({8, 1, 2}));
    CHECK(fixture.samples() == 2);
}

TEST_CASE("sampler: many objects come in batches, each with its own band", "[unit]") {
    for (std::size_t const count :
         {trav::detail::batch_size - 1, trav::detail::batch_size, trav::detail::batch_size + 1,
          5 * trav::detail::batch_size, std::size_t{3001}}) {
        CAPTURE(count);
        std::vector<Nodes> rows(count);
        Nodes all;
        for (std::size_t n = 0; n != count; ++n) all.push_back(static_cast<int>(n));
        for (std::size_t n = 1; n != count; ++n) rows[(n - 1) / 3].push_back(static_cast<int>(n));
        Fixture fixture(rows);
        fixture.reached({0}, 1);
        fixture.listed({}, 2);
        CHECK(fixture.counted(0) == amounts(all));
        CHECK(fixture.counted(1) == amounts(all));
        CHECK(fixture.by_2.largest == (count < trav::detail::batch_size ? count : trav::detail::batch_size));
        for (std::size_t i = 0; i != count; ++i)
            if (fixture.by_2.places[i] != i) FAIL("place " << i);
    }
}

TEST_CASE("sampler: an exception leaves the samples before it, and the next ones are right", "[unit]") {
    for (bool const at_sight : {false, true})
        for (bool const of_all : {false, true}) {
            Fixture fixture(small);
            auto const sample = [&](double time) {
                if (of_all) fixture.listed({0}, time);
                else fixture.reached({0}, time);
            };
            auto const expected = amounts(of_all ? Nodes{0, 1, 2, 3, 4, 5, 6, 7, 8} : Nodes{0, 1, 2, 8});
            Notes& notes = at_sight ? fixture.by_3 : fixture.by_2;
            sample(1);
            notes.throw_at = 2;
            CHECK_THROWS_AS(sample(5), std::runtime_error);
            CHECK(fixture.samples() == 1);
            CHECK(notes.ended == 1);
            notes.throw_at = -1;
            sample(2);
            CHECK(fixture.samples() == 2);
            CHECK(fixture.counted(0) == expected);
            CHECK(fixture.counted(1) == expected);
            CHECK(notes.begun == std::vector<std::size_t>{0, 1, 1});
            CHECK(notes.ended == 2);
        }
}

TEST_CASE("sampler: a sample cannot precede another; it has not begun", "[unit]") {
    Fixture fixture(small);
    fixture.reached({0}, 2);
    CHECK_THROWS_AS(fixture.reached({0}, 1), std::invalid_argument);
    CHECK(fixture.by_2.begun == std::vector<std::size_t>{0});
    CHECK(fixture.samples() == 1);
}

TEST_CASE("sampler: statistics are those of the last sample, with its policies", "[unit]") {
    Fixture fixture(small);
    fixture.reached({0}, 1);
    CHECK(fixture.sampler.statistics().objects == 4);
    CHECK(fixture.sampler.statistics().visits == 4);
    CHECK(fixture.sampler.statistics().max_frontier == 0);
    Sampler::Census(fixture.sampler, 2).reached({3}, trav::Statistics{10, 100, 7});
    CHECK(fixture.sampler.statistics().objects == 2);
    CHECK(fixture.sampler.statistics().visits == 12);
    CHECK(fixture.sampler.statistics().max_frontier == 7);
    Sampler::Census(fixture.sampler, 3).listed({3}, trav::Statistics{10, 100, 5});
    CHECK(fixture.sampler.statistics().visits == 10);  // no flow needs what the roots reach
    CHECK(fixture.sampler.statistics().max_frontier == 5);
}

TEST_CASE("sampler: its parts, and samples after its memory was freed", "[unit]") {
    Fixture fixture(small);
    CHECK(fixture.sampler.given().rows == small);
    CHECK(fixture.sampler.graph().rows == small);
    CHECK(fixture.sampler.resolved(Nodes{3, -1, 4}) == Nodes{3, 4});
    REQUIRE(fixture.sampler.columns().size() == 2);
    CHECK(fixture.sampler.columns()[1]->name() == "modulo 2");
    fixture.reached({0}, 1);
    fixture.sampler.release();
    CHECK(fixture.counted(0) == amounts({0, 1, 2, 8}));
    fixture.reached({3}, 2);
    CHECK(fixture.counted(1) == amounts({3, 4}));
}
