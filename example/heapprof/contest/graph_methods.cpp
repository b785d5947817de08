#include "graph_methods.hpp"

#include "count.hpp"

#include <trav/profile/dominator.hpp>
#include <trav/store/dense.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/depth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/memory_sweep.hpp>
#include <trav/strategy/parallel.hpp>
#include <trav/strategy/pointer_reversal.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <chrono>
#include <memory>
#include <span>

namespace contest {
namespace {

using Csr = trav::Csr<Number, Number>;

template <class Strategy, class Policy>
std::uint64_t count(auto const& graph, std::vector<Number> const& roots) {
    Policy policy;
    trav::traverse<Strategy>(graph, roots, policy);
    return policy.found;
}

/// A copy of the arrays with reversible targets.
struct Reversible {
    using node = Number;
    std::vector<Number> const offsets;
    std::vector<Number> mutable targets;
    std::vector<Number> mutable cursors;

    explicit Reversible(Csr const& graph)
        : offsets(graph.offsets().begin(), graph.offsets().end()),
          targets(graph.targets().begin(), graph.targets().end()),
          cursors(graph.count()) {}
    std::span<Number> slots(node n) const {
        return std::span(targets).subspan(offsets[n], offsets[n + 1] - offsets[n]);
    }
    std::span<Number const> children(node n) const { return slots(n); }
    Number& cursor(node n) const { return cursors[n]; }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return cursors.size(); }
};

/// Root sets as bit masks.
struct MaskFlow {
    using value = std::uint64_t;
    static constexpr value nothing = 0;
    value join(value a, value b) { return a | b; }
};

/// A checksum of all objects' values.
std::uint64_t answer_of(Csr const& graph, MaskFlow&, auto const& found) {
    std::uint64_t sum = 0;
    for (Number const n : graph.objects())
        if (auto const* const mask = found.find(n)) sum += mix(*mask) * (std::uint64_t{n} + 1);
    return sum;
}
std::uint64_t answer_of(Csr const& graph, RetainerFlow& flow, auto const& found) {
    for (Number const n : graph.objects())
        if (auto const* const set = found.find(n)) flow.bins.add(*set, std::int64_t{n} + 1);
    return flow.bins.answer();
}

std::vector<Method> root_sets(HeapArrays const& heap) {
    std::vector<Method> methods;
    each_solver(true, [&](std::string const& name, auto solve) {
        methods.push_back({name, [&heap, graph = heap.graph(), solve] {
                               auto const flow = kept(MaskFlow());
                               auto const found = kept(solve(graph, heap.masks, *flow));
                               return [=] { return answer_of(graph, *flow, *found); };
                           }});
    });
    return methods;
}

std::vector<Method> retainer_sets(HeapArrays const& heap) {
    std::vector<Method> methods;
    each_solver(true, [&](std::string const& name, auto solve) {
        methods.push_back({name, [&heap, graph = heap.graph(), solve] {
                               auto const flow = kept(RetainerFlow{heap.retainers});
                               auto const sources = flow->sources(heap.roots);
                               auto const found = kept(solve(graph, sources, *flow));
                               return [=] { return answer_of(graph, *flow, *found); };
                           }});
    });
    return methods;
}

std::uint64_t dominators(HeapArrays const& heap) {
    trav::Csr const graph(heap.offsets, heap.targets, heap.sizes);
    std::uint64_t sum = 0;
    trav::dominators(graph, heap.roots).walk([&](auto const& at) { sum += at.retained.bytes; });
    return sum;
}

}  // namespace

std::vector<Method> walks(Csr graph, std::vector<Number> const& roots) {
    auto const walk = [graph, from = &roots]<class Strategy, class Policy>(char const* name, Strategy,
                                                                           Policy) -> Method {
        return {name, [graph, from] { return count<Strategy, Policy>(graph, *from); }};
    };
    std::vector<Method> methods{walk("DepthFirst", trav::DepthFirst(), Count()),
                                walk("BreadthFirst", trav::BreadthFirst(), Count()),
                                walk("MarkStack", trav::MarkStack(), Count()),
                                walk("Prefetch<>", trav::Prefetch<>(), Count()),
                                walk("Prefetch<>, once", trav::Prefetch<>(), CountOnce()),
                                walk("MemorySweep", trav::MemorySweep(), CountOnce())};
    auto const reverse = [graph, from = &roots, copy = std::shared_ptr<Reversible>()]() mutable {
        if (!copy) copy = std::make_shared<Reversible>(graph);  // in the warm-up
        return count<trav::PointerReversal, Count>(*copy, *from);
    };
    methods.push_back({"PointerReversal", reverse});
    if (unsigned const threads = trav::Parallel<>::threads(); threads > 1) {
        methods.push_back(walk("Parallel<>", trav::Parallel<>(), CountOnce()));
        methods.back().threads = threads;
    }
    return methods;
}

std::vector<Contest> contests(HeapArrays const& heap) {
    return {{"walks", "walks in any order", walks(heap.graph(), heap.roots)},
            {"root sets", "root sets", root_sets(heap)},
            {"retainer sets", "retainer sets", retainer_sets(heap)},
            {"retained sizes", "retained sizes", {{"dominators", [&heap] { return dominators(heap); }}}}};
}

std::size_t reached(HeapArrays const& heap) {
    return static_cast<std::size_t>(count<trav::Prefetch<>, CountOnce>(heap.graph(), heap.roots));
}

Terms terms(std::size_t reached, unsigned rounds) {
    return {.n = reached,
            .rounds = rounds,
            .at_least = std::chrono::milliseconds(2),
            .patience = 10,
            .bearable = std::chrono::seconds(1)};
}

}  // namespace contest
