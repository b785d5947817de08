// test/distributed/profiler.cpp: tests that several ranks find the same profile of a heap as one: the same
// bands and the same amounts, for each breakdown, on random heaps of all shapes.
#include "catch.hpp"
#include "distributed/support.hpp"
#include "profile/expected.hpp"

#include <trav/distributed/merge.hpp>
#include <trav/distributed/shared_graph.hpp>
#include <trav/distributed/threads.hpp>
#include <trav/graph/reverse.hpp>
#include <trav/profile/biography.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/stored_flow.hpp>
#include <trav/store/hashed.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace test;
using trav::distributed::on_threads;
using trav::distributed::PartOf;
using trav::distributed::SharedGraph;
using trav::distributed::Threads;

namespace {

using Node = std::uint32_t;

auto by_colour() {
    return trav::by("colour", [](Node n) { return n % 3; }, [](Node c) { return "c" + std::to_string(c); });
}
// Every sixth object is a retainer, with a text as its identity.
auto retainers(std::size_t cap) {
    return trav::by_retainer<Node>([](Node n) { return n % 6 == 2; },
                                   [](Node n) { return "maker " + std::to_string(n % 24); }, cap);
}
trav::RootSets<Node> root_sets(std::vector<Node> const& nodes) {
    std::vector<trav::RootSets<Node>::Root> roots;
    for (std::size_t i = 0; i != nodes.size(); ++i) roots.emplace_back("root " + std::to_string(i), nodes[i]);
    return trav::RootSets<Node>(std::move(roots));
}

// Compares the samples of trav::Profiler with samples of several ranks; sample(profiler) takes them.
template <class... Bs>
void check(Arrays const& arrays, std::vector<std::uint64_t> const& begins, auto sample, auto... make) {
    auto const run = [&](auto& profiler) { sample(profiler); };
    std::string expected, found;
    {
        auto breakdowns = std::tuple(make()...);
        std::apply(
            [&](auto&... each) {
                trav::Profiler profiler{arrays.graph(), each...};
                run(profiler);
                expected = text(profiler.profile());
            },
            breakdowns);
    }
    int profiles = 0;
    on_threads(begins.size() - 1, [&](Threads& comm) {
        auto breakdowns = std::tuple(make()...);
        std::apply(
            [&](auto&... each) {
                trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), begins, comm.rank())),
                                        each...};
                run(profiler);
                if (auto const profile = merged(comm, profiler.profile())) found = text(*profile), ++profiles;
            },
            breakdowns);
    });
    CHECK(profiles == 1);
    CHECK(found == expected);
}

}  // namespace

TEST_CASE("several ranks find the same profile as one, on random heaps of all shapes", "[property]") {
    RandomGraphs random(19);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind)
        for (bool const scattered : {false, true}) {
            Arrays const shape(random.graph(kind, 200));
            Arrays const arrays = scattered ? shape.scattered() : shape;
            std::vector<Node> named;
            for (int i = random.below(4); i >= 0; --i)
                named.push_back(static_cast<Node>(random.below(static_cast<int>(arrays.count()))));
            auto const roots = [&] { return root_sets(named); };
            auto const reached = [&](auto& profiler) {
                profiler.sample(arrays.roots, 1);
                profiler.sample(named, 2);
                profiler.sample(std::vector<Node>{}, 2);
            };
            auto const whole = [&](auto& profiler) { profiler.sample_heap(arrays.roots, 1); };
            INFO("kind " << kind << ", " << arrays.count() << " objects");
            for (std::size_t const ranks : all_ranks) {
                auto const begins = random_parts(random, arrays.count(), ranks);
                check(arrays, begins, reached, by_colour);
                check(arrays, begins, reached, [] { return retainers(3); }, by_colour, roots);
                check(arrays, begins, whole, [] { return retainers(trav::InternedSets::no_cap); }, roots);
            }
        }
}

TEST_CASE("there may be more roots than a mask has bits") {
    RandomGraphs random(20);
    Arrays const arrays(random.graph(9, 400));
    std::vector<Node> named;
    for (Node i = 0; i != 100; ++i) named.push_back(i * 7 % arrays.count());
    auto const sample = [&](auto& profiler) { profiler.sample(arrays.roots, 1); };
    for (std::size_t const ranks : all_ranks)
        check(arrays, trav::distributed::equal_parts(arrays.count(), ranks), sample,
              [&] { return root_sets(named); });
}

TEST_CASE("OtherRoots uses the root sets of its own rank") {
    RandomGraphs random(21);
    for (int kind = 0; kind != RandomGraphs::kinds; ++kind) {
        Arrays const arrays(random.graph(kind, 100));
        auto const sample = [&](auto& profiler) { profiler.sample(arrays.roots, 1); };
        // one object holds both breakdowns, since one refers to the other
        std::string expected, found;
        auto const profile = [&](auto make_profiler) {
            auto roots = root_sets({0, arrays.count() / 2});
            trav::OtherRoots other_roots{roots};
            return make_profiler(roots, other_roots);
        };
        profile([&](auto& roots, auto& other_roots) {
            trav::Profiler profiler{arrays.graph(), roots, other_roots};
            sample(profiler);
            expected = text(profiler.profile());
        });
        on_threads(3, [&](Threads& comm) {
            profile([&](auto& roots, auto& other_roots) {
                trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), comm)), roots, other_roots};
                sample(profiler);
                if (auto const all = merged(comm, profiler.profile())) found = text(*all);
            });
        });
        CHECK(found == expected);
    }
}

namespace {

// Root sets along another graph's edges.
struct Along : trav::RootSets<Node> {
    Whole other;
    Along(trav::RootSets<Node> sets, Whole graph) : RootSets(std::move(sets)), other(graph) {}
    Whole edges() const { return other; }
};
// In one process the values are in a store.
struct AlongInStore : Along {
    using Along::Along;
    trav::Hashed<Node, std::remove_cvref_t<decltype(std::declval<Along&>().flow())>::value> values;
    auto& store() { return values; }
};
static_assert(trav::HasStoredFlow<AlongInStore>);
// Records deaths.
struct Deaths {
    std::vector<Node>* dead;
    std::string name() const { return "deaths"; }
    int key(Node) const { return 0; }
    trav::Band band(int) const { return {"all"}; }
    void died(Node n) { dead->push_back(n); }
};

}  // namespace

TEST_CASE("a breakdown may follow edges of its own") {
    Arrays const arrays(shape("a:b b:c c:d d:", "a")), others(shape("a: b:a c:b d:", "a"));
    auto const sample = [&](auto& profiler) { profiler.sample(arrays.roots, 1); };
    for (std::size_t const ranks : all_ranks)
        check(
            arrays, trav::distributed::equal_parts(4, ranks), sample,
            [&] { return Along(root_sets({2, 3}), others.graph()); },
            [&] { return AlongInStore(root_sets({1, 3}), others.graph()); });
}

TEST_CASE("several ranks take a list of breakdowns") {
    Arrays const arrays(shape("a:b b:c c:d d:", "a"));
    on_threads(2, [&](Threads& comm) {
        SharedGraph const heap(comm, PartOf(arrays.graph(), comm));
        auto roots = root_sets({1});
        std::vector<trav::AnyBreakdown<Node, std::remove_const_t<decltype(heap)>>> chosen;
        chosen.emplace_back(by_colour());
        chosen.emplace_back(roots);
        chosen.emplace_back(trav::AnyBreakdown<Node>(by_colour()));
        trav::Profiler profiler{heap, chosen};
        profiler.sample(arrays.roots, 0);
        auto const profile = merged(comm, profiler.profile());
        if (profile.has_value() != (comm.rank() == 0)) throw std::logic_error("a profile at rank 0");
        if (profile && profile->by(roots).at("root 0").objects != 3) throw std::logic_error("b, c and d");
        if (profile && profile->by_names({"colour"}).lines.size() != 3) throw std::logic_error("colours");
    });
}

TEST_CASE("an AnyBreakdown of an unknown graph may be used if it needs only the object itself") {
    Arrays const arrays(shape("a:b b:c c:d d:", "a"));
    auto const run = [&](trav::AnyBreakdown<Node> const& breakdown) {
        std::string found;
        on_threads(2, [&](Threads& comm) {
            trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), comm)), std::vector{breakdown}};
            profiler.sample(arrays.roots, 0);
            if (auto const profile = merged(comm, profiler.profile())) found = text(*profile);
        });
        return found;
    };
    auto colour = by_colour();
    trav::Profiler one{arrays.graph(), colour};
    one.sample(arrays.roots, 0);
    CHECK(run(by_colour()) == text(one.profile()));
    CHECK_THROWS_WITH(
        run(root_sets({1})),
        "trav: an AnyBreakdown with a flow needs to know a graph of several ranks, or in a file: "
        "write trav::AnyBreakdown<Node, Graph>");
}

TEST_CASE("a Biography of each rank follows the rank's own objects") {
    Arrays const arrays(shape("a:b b:c c:d d:", "a"));
    auto const run = [&](auto& profiler, auto const& use) {
        for (int time = 0; time != 3; ++time) {
            use(static_cast<Node>(time));
            profiler.sample(arrays.roots, time);
        }
        profiler.sample(std::vector<Node>{}, 3);  // all have died
    };
    trav::Biography<Node> life;
    trav::Profiler one{arrays.graph(), life};
    run(one, [&](Node n) { one.used(n); });
    std::string found;
    on_threads(2, [&](Threads& comm) {
        trav::Biography<Node> own;
        PartOf const part(arrays.graph(), comm);
        trav::Profiler profiler{SharedGraph(comm, part), own};
        run(profiler, [&](Node n) {
            if (owns(part, n)) profiler.used(n);
        });
        if (auto const profile = merged(comm, profiler.profile())) found = text(*profile);
    });
    CHECK(found == text(one.profile()));
}

TEST_CASE("references may change between samples of several ranks") {
    std::vector<std::uint64_t> objects;  // of both samples
    on_threads(2, [&](Threads& comm) {
        Arrays arrays(shape("a:b b: c:d d:", "a"));
        auto all = trav::by("all", [](Node) { return 0; });
        trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), comm)), all};
        profiler.sample(arrays.roots, 0);
        arrays.targets[0] = 2;  // a:c, which is of the other rank
        profiler.sample(arrays.roots, 1);
        auto const profile = merged(comm, profiler.profile());
        if (!profile) return;
        auto const table = profile->by(all);
        for (std::size_t sample : {0u, 1u}) objects.push_back(table.at("0", sample).objects);
    });
    CHECK(objects == std::vector<std::uint64_t>{2, 3});
}

TEST_CASE("an invalid time is refused") {
    Arrays const arrays(shape("a:b b:", "a"));
    auto const run = [&](auto f) {
        return [&arrays, f] {
            on_threads(2, [&](Threads& comm) {
                auto colour = by_colour();
                trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), comm)), colour};
                profiler.sample({0}, 2);
                f(profiler);
            });
        };
    };
    CHECK_THROWS_WITH(run([](auto& profiler) { profiler.sample({0}, 1); })(),
                      "trav: a sample at 1.000000 cannot follow one at 2.000000");
    CHECK_THROWS_WITH(
        run([](auto& profiler) { profiler.sample({0}, std::numeric_limits<double>::infinity()); })(),
        "trav: a sample needs a time that is finite");
}

TEST_CASE("each rank reports the deaths of its own objects") {
    Arrays const arrays(shape("a:b b: c:d d:", "ac"));
    std::vector<Node> dead[2];
    on_threads(2, [&](Threads& comm) {
        Deaths deaths{&dead[comm.rank()]};
        trav::Profiler profiler{SharedGraph(comm, PartOf(arrays.graph(), comm)), deaths};
        profiler.sample(std::vector<Node>{0, 2}, 0);
        profiler.sample(std::vector<Node>{0}, 1);
    });
    CHECK(dead[0].empty());
    CHECK(dead[1] == std::vector<Node>{2, 3});
}
