// The results of the solvers of flows: calls for the oracle.
#pragma once

#include "support/peer_solvers.hpp"
#include "walks.hpp"

#include <trav/flow/solve.hpp>
#include <trav/profile/interned_sets.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace oracle {

/// The same graph without numbers of nodes.
struct Fields {
    using node = Objects::node;
    auto const& children(node n) const { return n->fields; }
};

// --- Solvers: operator() returns an object with find(node) ---

template <class Graph>
Graph graph_over(test::Heap<Data>& heap) {
    if constexpr (std::is_same_v<Graph, Objects>) return {&heap};
    else return {};
}
template <class Graph>
struct Solve {
    static void with(test::Heap<Data>& heap, auto const& sources, auto& flow, auto then) {
        Graph const graph = graph_over<Graph>(heap);
        then(trav::solve(graph, sources, flow));
    }
};
template <class Graph>
struct Condense {
    static void with(test::Heap<Data>& heap, auto const& sources, auto& flow, auto then) {
        Graph const graph = graph_over<Graph>(heap);
        then(peer::solve_by_condensing(graph, sources, flow));
    }
};
template <class Graph>
struct Sweep {
    static void with(test::Heap<Data>& heap, auto const& sources, auto& flow, auto then) {
        Graph const graph = graph_over<Graph>(heap);
        then(peer::solve_by_sweeping(graph, sources, flow));
    }
};
template <class Graph, class Strategy>
struct Revisit {
    static void with(test::Heap<Data>& heap, auto const& sources, auto& flow, auto then) {
        Graph const graph = graph_over<Graph>(heap);
        then(trav::solve_by_revisiting<Strategy>(graph, sources, flow));
    }
};
/// Solves in a store of the caller that has been used once before.
template <In store>
struct SolveIn {
    static void with(test::Heap<Data>& heap, auto const& sources, auto& flow, auto then) {
        with_store<store>(heap, [&](auto& own) {
            trav::solve(Objects{&heap}, sources, flow, own);
            then(trav::solve(Objects{&heap}, sources, flow, own));
            return 0;
        });
    }
};

// --- Flows ---

/// Sets of roots as bits. With a value for nothing, solve() begins by revisiting.
struct Masks {
    using value = std::uint32_t;
    value join(value a, value b) const { return a | b; }
};
struct MasksWithNothing : Masks {
    static constexpr value nothing = 0;
};
/// The least number of edges from a root, plus the root's number.
struct Nearest {
    using value = std::uint32_t;
    value join(value a, value b) const { return std::min(a, b); }
    value transfer(Objects::node, value own) const { return own + 1; }
};
/// Retainer sets.
struct Retains {
    using value = trav::InternedSets::Id;
    Case const& heap;
    trav::InternedSets sets{};
    value join(value a, value b) { return sets.unite(a, b); }
    value set_of(int identity) { return sets.singleton(static_cast<trav::InternedSets::Element>(identity)); }
    std::optional<value> cut(Objects::node n) {
        int const identity = heap.retainer(n->id);
        return identity == null ? std::nullopt : std::optional(set_of(identity));
    }
};

template <class Value>
using Sources = std::vector<trav::Source<Objects::node, Value>>;

/// For each node, the roots that reach it: bit i for root i; -1 if there is none.
template <class Solver, class Flow>
Numbers masks(Case const& c) {
    test::Heap<Data> heap(shape_of(c));
    Sources<std::uint32_t> sources;
    for (auto* const root : heap.roots) sources.push_back({root, std::uint32_t{1} << sources.size() % 30});
    Flow flow;
    Numbers found;
    Solver::with(heap, sources, flow, [&](auto const& values) {
        for (auto& object : heap.objects) {
            auto const* const value = values.find(&object);
            found.push_back(value && *value != 0 ? static_cast<int>(*value) : null);
        }
    });
    return found;
}
/// For each node, the least sum of distance and number of a root that reaches it; -1 if there is none.
template <class Solver>
Numbers nearest(Case const& c) {
    test::Heap<Data> heap(shape_of(c));
    Sources<std::uint32_t> sources;
    for (auto* const root : heap.roots) sources.push_back({root, static_cast<Data>(sources.size())});
    Nearest flow;
    Numbers found;
    Solver::with(heap, sources, flow, [&](auto const& values) {
        for (auto& object : heap.objects) {
            auto const* const value = values.find(&object);
            found.push_back(value ? static_cast<int>(*value) : null);
        }
    });
    return found;
}
/// For each node its retainers, "a" for the identity 0; the system is "z".
template <class Solver>
Sets retainers(Case const& c) {
    test::Heap<Data> heap(shape_of(c));
    Retains flow{c};
    Sources<Retains::value> sources;
    for (auto* const root : heap.roots) {
        if (root == nullptr) sources.push_back({root, flow.set_of(0)});
        else if (auto const own = flow.cut(root)) sources.push_back({root, *own});
        else sources.push_back({root, flow.set_of(25)});
    }
    Sets found;
    Solver::with(heap, sources, flow, [&](auto const& values) {
        for (auto& object : heap.objects) {
            auto& set = found.emplace_back();
            if (auto const* const value = values.find(&object))
                for (auto const e : flow.sets.elements(*value)) set.insert(name_of(static_cast<int>(e)));
        }
    });
    return found;
}

}  // namespace oracle
