// Solvers: a flow that could not be solved is solved the next time, with the same flow and store.
#include "support/failing.hpp"
#include "support/heap.hpp"
#include "support/peer_solvers.hpp"

#include "catch.hpp"

#include <trav/flow/solve.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace {

using Obj = test::Obj<trav::Place>;
using Node = Obj*;

struct Throwing : test::Objects<trav::Place> {
    auto const& children(node n) const {
        test::may_throw();
        return n->fields;
    }
};

struct InOrder : Throwing {
    test::Heap<trav::Place>* objects;
    node node_at(std::size_t index) const { return &objects->objects[index]; }
};

/// A graph with a memory order but without indices.
struct Lying : Throwing {
    InOrder const* indices;
    auto memory_order() const { return trav::detail::memory_order(*indices); }
};

/// The sources that reach an object, with members that may throw.
struct Mask {
    using value = std::uint32_t;
    value join(value a, value b) const {
        test::may_throw();
        return a | b;
    }
};
struct MaskWithNothing : Mask {
    static constexpr value nothing = 0;
};
struct MaskWithCuts : Mask {
    std::optional<value> cut(Node n) const {
        test::may_throw();
        return n->id % 4 == 3 ? std::optional<value>(1u << 20) : std::nullopt;
    }
};
struct MaskWithTransfer : Mask {
    value transfer(Node n, value own) const {
        test::may_throw();
        return n->id % 5 == 0 ? own | 1u << 10 : own;
    }
};

/// Applies the equations of a flow until nothing changes. Unreached objects have no value.
template <class F>
std::vector<std::optional<std::uint32_t>> by_hand(test::Heap<trav::Place>& heap, auto const& sources,
                                                  F& flow) {
    std::vector<std::optional<std::uint32_t>> values(heap.objects.size());
    bool changed = true;
    auto const receive = [&](Node n, std::uint32_t value) {
        auto& mine = values[static_cast<std::size_t>(n->id)];
        auto const joined = mine.value_or(0) | value;
        changed = changed || !mine || *mine != joined;
        mine = joined;
    };
    for (auto const& source : sources)
        if (source.node) receive(source.node, source.value);
    while (changed) {
        changed = false;
        for (auto& object : heap.objects) {
            auto const mine = values[static_cast<std::size_t>(object.id)];
            if (!mine) continue;
            for (Node const child : object.fields)
                if (child) receive(child, trav::detail::sent(flow, &object, *mine));
        }
    }
    return values;
}

template <class F>
void check_each(int kind) {
    test::Heap<trav::Place> heap(test::RandomGraphs(21).graph(kind, 40));
    Throwing const graph{{&heap}};
    InOrder const in_order{{{&heap}}, &heap};
    Lying const lying{{{&heap}}, &in_order};
    std::vector<trav::Source<Node, std::uint32_t>> sources;
    for (std::uint32_t i = 0; i < heap.objects.size() && i != 30; i += 3)
        sources.push_back({&heap.objects[i], 1u << (i / 3)});
    F flow;
    auto const expected = by_hand(heap, sources, flow);
    auto const values = [&](auto const& found) {
        std::vector<std::optional<std::uint32_t>> all;
        for (auto& object : heap.objects) {
            auto const* const value = found.find(&object);
            all.push_back(value ? std::optional(*value) : std::nullopt);
        }
        return all;
    };
    trav::InNode<&Obj::slot> places;
    auto* const failing = GENERATE(&test::calls, &test::allocations);
    auto const solve = [&](int solver) {
        if (solver == 0) return values(trav::solve(graph, sources, flow));
        if (solver == 1) return values(trav::solve(graph, sources, flow, places));
        if (solver == 2) return values(trav::solve(in_order, sources, flow));
        if (solver == 3) return values(trav::solve(lying, sources, flow));
        return values(peer::solve_by_condensing(graph, sources, flow));
    };
    for (int solver = 0; solver != 5; ++solver) {
        INFO("solver " << solver << ", kind " << kind);
        CHECK(test::for_every_failure(*failing, [&](auto attempt) {
                  std::vector<std::optional<std::uint32_t>> found;
                  if (attempt([&] { found = solve(solver); })) found = solve(solver);
                  CHECK((found == expected));
              }) > 5);
    }
    // Values are also solved again in the same arrays, as profilers do.
    trav::Numbered<Throwing, trav::Hashed<Node, trav::Place>> numbered({});
    trav::detail::Values<F, Node> again(flow);
    CHECK(test::for_every_failure(*failing, [&](auto attempt) {
              auto const run = [&] {
                  again.clear();
                  std::vector<Node> roots;
                  for (auto const& source : sources) roots.push_back(source.node);
                  numbered.number(graph, roots, std::vector<Node>{}, [&](Node n) { again.seen(n); });
                  std::vector<trav::Source<trav::Place, std::uint32_t>> begins;
                  for (auto const& source : sources)
                      begins.push_back({*numbered.find(source.node), source.value});
                  again.solve(numbered, begins);
              };
              attempt(run);
              run();
              for (auto& object : heap.objects) {
                  auto const place = numbered.find(&object);
                  auto const* const value = place ? again.find(*place) : nullptr;
                  CHECK((value ? std::optional(*value) : std::nullopt) ==
                        expected[static_cast<std::size_t>(object.id)]);
              }
          }) > 5);
}

}  // namespace

TEST_CASE("failing: a flow whose join, cut, transfer or allocation failed is solved later", "[unit]") {
    int const kind = GENERATE(9, 10, 15, 16);
    check_each<Mask>(kind);
    check_each<MaskWithNothing>(kind);
    check_each<MaskWithCuts>(kind);
    check_each<MaskWithTransfer>(kind);
}
