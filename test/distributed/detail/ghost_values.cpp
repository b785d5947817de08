// Values for the ghosts of a part: the join of all sent values, told once. A model keeps them in a map.
#include "catch.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/detail/ghost_values.hpp>
#include <trav/distributed/threads.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

using namespace test;

namespace {

template <class T>
using Array = trav::detail::GrowingArray<T>;

}  // namespace

TEST_CASE("arrivals: values are joined, and objects that grow are marked", "[property]") {
    for (int const count : {0, 1, 127, 128, 129, 1000}) {
        CAPTURE(count);
        Masks flow;
        Array<std::uint64_t> values, bits;
        values.assign(200, 0), bits.assign(4, 0);
        trav::distributed::detail::Arrivals<Masks> arrivals(flow, values, bits);
        CHECK_FALSE(arrivals.finish());
        std::vector<std::uint64_t> expected(200);
        RandomGraphs random(3);
        for (int i = 0; i != count; ++i) {
            auto const at = static_cast<std::size_t>(random.below(200));
            std::uint64_t const value = std::uint64_t{1} << random.below(64);
            arrivals.add(at, value);
            expected[at] |= value;
        }
        CHECK(arrivals.finish() == (count != 0));
        CHECK_FALSE(arrivals.finish());
        for (std::size_t at = 0; at != 200; ++at) {
            CHECK(values[at] == expected[at]);
            CHECK((bits[at / 64] >> at % 64 & 1) == (expected[at] != 0));
        }
        bits.assign(4, 0);
        for (std::size_t at = 0; at != 200; ++at) arrivals.add(at, expected[at]);  // nothing new
        CHECK_FALSE(arrivals.finish());
        for (std::size_t word = 0; word != 4; ++word) CHECK(bits[word] == 0);
    }
}

TEST_CASE("ghost values: each is told once, with its place in the list of its owner", "[property]") {
    using Part = trav::distributed::PartOf<Whole>;
    using Told = std::vector<std::tuple<std::size_t, std::uint32_t, std::uint64_t>>;
    std::uint32_t const count = 900;
    Shape shape{"", std::vector<std::vector<int>>(count), {}};
    for (int ghost = 301; ghost < 900; ghost += 3) shape.children[0].push_back(ghost);
    Arrays const arrays(shape);
    std::vector<std::uint64_t> const begins{0, 300, 600, 900};
    std::vector<Told> told, expected;
    std::vector<std::uint64_t> pending;
    trav::distributed::on_threads(3, [&](trav::distributed::Threads& comm) {
        Part const part(arrays.graph(), begins, comm.rank());
        trav::distributed::Border<Part> const border(comm, part);
        if (comm.rank() != 0) return;
        Masks flow;
        trav::distributed::detail::GhostValues<Part, Masks> values(border, flow);
        RandomGraphs random(5);
        std::map<std::uint32_t, std::uint64_t> known;
        for (int const sends : {0, 100, 128, 1000, 5}) {
            std::map<std::uint32_t, std::uint64_t> before = known;
            for (int i = 0; i != sends; ++i) {
                auto const ghost = static_cast<std::uint32_t>(301 + 3 * random.below(200));
                std::uint64_t const value = std::uint64_t{1} << random.below(8);
                values.send(ghost, value);
                known[ghost] |= value;
            }
            pending.push_back(values.pending());
            values.tell_pending(
                [&, &list = told.emplace_back()](std::size_t rank, std::uint32_t place, std::uint64_t value) {
                    list.emplace_back(rank, place, value);
                });
            Told& list = expected.emplace_back();
            for (auto const& [ghost, value] : known)  // 300 to 599 are the second rank's
                if (before[ghost] != value)
                    list.emplace_back(ghost < 600 ? 1 : 2, (ghost - (ghost < 600 ? 301 : 601)) / 3, value);
        }
    });
    CHECK(told == expected);
    REQUIRE(pending.size() == expected.size());
    for (std::size_t i = 0; i != pending.size(); ++i) CHECK(pending[i] == expected[i].size());
}
