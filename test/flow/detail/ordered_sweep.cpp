// test/flow/detail/ordered_sweep.cpp: compares the values of OrderedSweep on mock GHC heaps, unless it gives
// up, with the equations applied until nothing changes.
#include "catch.hpp"
#include "ghc/random_heap.hpp"

#include <trav/flow/detail/ordered_sweep.hpp>
#include <trav/flow/solve.hpp>
#include <trav/ghc/heap/graph.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace {

using trav::ghc::Closure;
using trav::ghc::Graph;
using Mask = std::uint64_t;
using Values = std::map<Closure*, Mask>;
using Sources = std::vector<trav::Source<Closure*, Mask>>;

struct Masks {
    using value = Mask;
    static constexpr value nothing = 0;
    value join(value a, value b) { return a | b; }
};
/// Some closures send a value of their own.
struct Cuts : Masks {
    std::set<Closure*> cuts;
    std::optional<value> cut(Closure* c) const {
        return cuts.contains(c) ? std::optional<value>(Mask{1} << 40) : std::nullopt;
    }
};

Values by_definition(Graph const& graph, Sources const& sources, std::set<Closure*> const& cuts = {}) {
    Values values;
    for (auto const& source : sources)
        if (Closure* const c = graph.resolve(source.node)) values[c] |= source.value;
    for (bool changed = true; changed;) {
        changed = false;
        for (auto const& [c, own] : Values(values)) {
            Mask const sent = cuts.contains(c) ? Mask{1} << 40 : values[c];
            trav::detail::each_child(graph, c, [&](Closure* pointer) {
                Closure* const child = graph.resolve(pointer);
                if (!child) return;
                Mask& theirs = values[child];
                changed = changed || (theirs | sent) != theirs;
                theirs |= sent;
            });
        }
    }
    return values;
}

void check(auto const& found, Values const& expected, std::vector<Closure*> const& all) {
    for (Closure* const c : all) {
        auto const* const value = found.find(c);
        auto const at = expected.find(c);
        CHECK((value ? *value : 0) == (at == expected.end() ? 0 : at->second));
    }
    std::set<Closure*> listed;
    for (Closure* const c : found.nodes()) {
        CHECK(expected.contains(c));
        CHECK(listed.insert(c).second);
    }
    CHECK(listed.size() == expected.size());
    CHECK(found.nodes().size() == expected.size());
}

/// A heap of `n` pairs, each allocated after its fields.
std::vector<Closure*> pairs(trav::ghc::Heap& heap, std::size_t n) {
    std::vector<Closure*> all{heap.con("Leaf")};
    while (all.size() < n) all.push_back(heap.con("Pair", {all.back(), all[all.size() / 2]}));
    return all;
}

}  // namespace

TEST_CASE("the memory order of closures is useful on a heap in allocation order", "[unit]") {
    trav::ghc::Heap heap;
    auto const all = pairs(heap, 5000);
    Graph const graph(heap);
    Sources const sources{{all[4000], 1}, {all[3000], 2}, {nullptr, 4}, {all[3000], 8}};
    Masks flow;
    trav::detail::OrderedSweep<trav::ghc::Graph, Masks> sweep(flow);
    REQUIRE(sweep.run(graph, sources));
    check(sweep, by_definition(graph, sources), all);
    CHECK(sweep.nodes().size() == 4001);
    auto const found = trav::solve(graph, sources, flow);
    check(found, by_definition(graph, sources), all);
    CHECK(*found.nodes().begin() == all[0]);  // in memory order
    check(trav::solve_by_numbering(graph, sources, flow), by_definition(graph, sources), all);
}

TEST_CASE("null closures and an empty heap have no useful order", "[unit]") {
    trav::ghc::Heap heap;
    Masks flow;
    {
        Graph const graph(heap);
        trav::detail::OrderedSweep<trav::ghc::Graph, Masks> sweep(flow);
        CHECK_FALSE(sweep.run(graph, Sources{}));
        CHECK(trav::solve(graph, Sources{}, flow).nodes().size() == 0);
    }
    auto const all = pairs(heap, 100);
    Graph const graph(heap);
    Sources const sources{{all[90], 1}, {all[80], 0}};
    trav::detail::OrderedSweep<trav::ghc::Graph, Masks> sweep(flow);
    CHECK_FALSE(sweep.run(graph, sources));
    auto const found = trav::solve(graph, sources, flow);
    REQUIRE(found.find(all[80]));
    CHECK(*found.find(all[80]) == 1);
    CHECK(found.find(all[91]) == nullptr);
}

TEST_CASE("closures of all kinds have the values of the equations with any solver", "[property]") {
    int in_order = 0;
    for (unsigned seed = 0; seed != 30; ++seed) {
        test::RandomHeap random(seed, 600);
        if (seed % 2 != 0) random.heap.collect();
        Graph const graph(random.heap);
        std::vector<Closure*> all = random.heap.program().statics();
        for (Closure* const c : random.heap.objects()) all.push_back(c);
        std::erase_if(all, [&](Closure* c) { return graph.resolve(c) != c; });
        Sources sources;
        Cuts cuts;
        for (unsigned i = 0; i != 8; ++i) {
            Closure* const c = graph.resolve(all[random.below(all.size())]);
            if (c) sources.push_back({c, Mask{1} << i});
            cuts.cuts.insert(all[random.below(all.size())]);
        }
        INFO("seed " << seed);
        Masks masks;
        check(trav::solve(graph, sources, masks), by_definition(graph, sources), all);
        check(trav::solve(graph, sources, cuts), by_definition(graph, sources, cuts.cuts), all);
        in_order += trav::detail::OrderedSweep<trav::ghc::Graph, Masks>(masks).run(graph, sources);
    }
    CHECK(in_order > 0);
}
