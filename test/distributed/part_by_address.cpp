// test/distributed/part_by_address.cpp: tests that graphs of objects identified by address are solved like
// graphs of numbered objects, with any assignment of ranges to ranks.
#include "catch.hpp"
#include "distributed/support.hpp"

#include <trav/distributed/part_by_address.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/flow/solve.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace test;
using trav::distributed::on_threads;
using trav::distributed::PartByAddress;
using trav::distributed::Threads;

namespace {

using Addresses = std::vector<std::uint64_t>;

// Node n of at most 300: irregular, so that distances are not mistaken for numbers.
std::uint64_t address_of(std::uint64_t n) { return 4096 + 48 * n + n % 3 * 8; }

static_assert(trav::distributed::Part<PartByAddress<>>);

// A part; all its objects have these children and one byte.
auto part_of(Threads& comm, Addresses objects, Addresses children) {
    return PartByAddress<>(
        comm, std::move(objects), [=](std::uint64_t) { return children; }, [](std::uint64_t) { return 1; });
}

}  // namespace

TEST_CASE("objects identified by address are solved like numbered objects, on graphs of all shapes",
          "[property]") {
    RandomGraphs random(29);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
        Arrays const whole(random.graph(kind, 300));
        Arrays const arrays = kind % 2 == 0 ? whole : whole.scattered();
        auto const graph = arrays.graph();
        auto const sources = bit_of_each_root(arrays);
        Masks flow;
        auto const expected = trav::solve_by_numbering(graph, sources, flow);
        for (std::size_t const ranks : all_ranks) {
            auto const begins = random_parts(random, arrays.count(), ranks);
            std::atomic<std::uint32_t> wrong = 0, compared = 0;
            on_threads(ranks, [&](Threads& comm) {
                // higher ranks have lower ranges
                std::size_t const range = ranks - 1 - comm.rank();
                Addresses objects;
                for (std::uint64_t n = begins[range]; n != begins[range + 1]; ++n)
                    objects.push_back(address_of(n));
                auto const node = [](std::uint64_t address) {
                    return static_cast<std::uint32_t>((address - 4096) / 48);
                };
                PartByAddress<std::uint32_t> const part(
                    comm, objects,
                    [&](std::uint64_t object) {
                        Addresses all{0};
                        for (auto const child : graph.children(node(object)))
                            all.push_back(address_of(child));
                        return all;
                    },
                    [&](std::uint64_t object) { return arrays.sizes[node(object)]; });
                std::vector<trav::Source<std::uint32_t, std::uint64_t>> mine;
                for (auto const& source : sources)
                    if (auto const n = part.number(address_of(source.node)))
                        mine.push_back({*n, source.value});
                Masks own;
                auto const found = trav::solve(trav::distributed::SharedGraph(comm, part), mine, own);
                wrong += part.total() != arrays.count();
                for (auto const object : objects) {
                    auto const n = part.number(object).value();
                    auto const *value = found.find(n), *right = expected.find(node(object));
                    wrong += right ? value == nullptr || *value != *right : value != nullptr;
                    wrong += part.address(n) != object || part.size(n) != arrays.sizes[node(object)];
                    ++compared;
                }
            });
            CHECK(wrong == 0);
            CHECK(compared == arrays.count());
        }
    }
}

TEST_CASE("descending addresses, overlapping ranges and references without an object are refused") {
    auto const make = [](Addresses first, Addresses second, Addresses children) {
        return [=] {
            on_threads(2, [&](Threads& comm) { part_of(comm, comm.rank() == 0 ? first : second, children); });
        };
    };
    CHECK_NOTHROW(make({8, 16}, {24}, {0, 8, 24})());
    CHECK_NOTHROW(make({24, 32}, {}, {32})());
    CHECK_NOTHROW(make({}, {}, {})());
    char const* const ascend = "trav: the addresses of a rank's objects need to ascend";
    CHECK_THROWS_WITH(make({16, 8}, {24}, {})(), ascend);
    CHECK_THROWS_WITH(make({8, 8}, {24}, {})(), ascend);
    CHECK_THROWS_WITH(make({8, 24}, {16}, {})(), "trav: ranks 0 and 1 have addresses of one range");
    CHECK_THROWS_WITH(make({8, 24}, {24}, {})(), "trav: ranks 0 and 1 have addresses of one range");
    auto const nowhere = [](int address) {
        return "trav: an object refers to address " + std::to_string(address) +
               ", where no rank has an object";
    };
    CHECK_THROWS_WITH(make({8, 16}, {24, 40}, {12})(), nowhere(12));  // its own, or of the other rank
    CHECK_THROWS_WITH(make({8, 16}, {24, 40}, {20})(), nowhere(20));  // between ranges
    CHECK_THROWS_WITH(make({8, 16}, {24, 40}, {4})(), nowhere(4));
    CHECK_THROWS_WITH(make({8, 16}, {24, 40}, {48})(), nowhere(48));
}

TEST_CASE("if one rank throws, all throw, so no rank waits for it") {
    // the exceptions of both ranks, if the second rank has these objects and references, and its functions
    // throw for the object at 40
    auto const thrown = [](Addresses second, Addresses children) {
        std::vector<std::string> what(2);
        on_threads(2, [&](Threads& comm) {
            bool const other = comm.rank() == 1;
            try {
                PartByAddress<std::uint32_t>(
                    comm, other ? second : Addresses{8},
                    [&](std::uint64_t object) {
                        if (object == 40) throw std::runtime_error("no children");
                        return other ? children : Addresses();
                    },
                    [](std::uint64_t object) {
                        if (object == 48) throw std::runtime_error("no size");
                        return 8;
                    });
            } catch (std::exception const& error) { what[comm.rank()] = error.what(); }
        });
        return what;
    };
    std::string const another = "trav: another rank has failed";
    using Whats = std::vector<std::string>;
    CHECK(thrown({24, 32}, {8, 24}) == Whats{"", ""});
    CHECK(thrown({24, 40}, {8}) == Whats{another, "no children"});
    CHECK(thrown({24, 48}, {8}) == Whats{another, "no size"});
    CHECK(thrown({24, 16}, {8})[0] == another);
    for (int const address : {4, 12, 28, 80})  // in no range, or in a range without an object
        CHECK(thrown({24, 32}, {static_cast<std::uint64_t>(address)}) ==
              Whats{another, "trav: an object refers to address " + std::to_string(address) +
                                 ", where no rank has an object"});
    std::vector<std::string> const ranges = thrown({4, 24}, {});
    CHECK(ranges[0] == "trav: ranks 1 and 0 have addresses of one range");
    CHECK(ranges[1] == ranges[0]);
}

TEST_CASE("a node type that is too small for all objects is refused") {
    Addresses objects(257);
    for (std::size_t i = 0; i != objects.size(); ++i) objects[i] = 8 * (i + 1);
    auto const make = [&](std::size_t count) {
        on_threads(1, [&](Threads& comm) {
            PartByAddress<std::uint8_t>(
                comm, Addresses(objects.begin(), objects.begin() + static_cast<std::ptrdiff_t>(count)),
                [](std::uint64_t) { return Addresses(); }, [](std::uint64_t) { return 8; });
        });
    };
    CHECK_NOTHROW(make(256));
    CHECK_THROWS_WITH(make(257), "trav: 257 objects are more than nodes of this type");
}
