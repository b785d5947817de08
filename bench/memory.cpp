// The suite `memory`: the peak memory of a profile in addition to the heap, in bytes per object: by sets of
// 20 and of 64 named roots and by retainer sets; on the mock GHC heap also with these sets in the header
// words of the objects. The heap is made once; each row is a separate process.
#include "apart.hpp"
#include "arrays.hpp"
#include "flow/bins.hpp"
#include "ghc_heap.hpp"
#include "harness.hpp"
#include "heap.hpp"

#include <trav/ghc/profile/census_graph.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/retainer.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/stored_flow.hpp>
#include <trav/store/header_word.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <cstring>
#include <malloc.h>
#include <string>
#include <utility>
#include <vector>

namespace bench {
namespace {

/// Objects that know their index. It is in place of the mark, which no profile needs.
struct IndexedObjects : PlainObjects {
    std::vector<Object*> const* all;
    std::size_t count() const { return all->size(); }
    node node_at(std::size_t i) const { return (*all)[i]; }
    std::size_t index(node n) const {
        Number i = 0;
        std::memcpy(&i, n, sizeof i);
        return i;
    }
};

/// Every tenth object is a retainer, with one of 1000 identities.
bool is_retainer(std::size_t i) { return mix(i + 1) % 10 == 0; }
Number identity(std::size_t i) { return static_cast<Number>((mix(i + 1) >> 32) % 1000); }

std::size_t counted(auto const& graph, auto const& roots, auto& breakdown) {
    trav::Profiler profiler{graph, breakdown};
    profiler.sample(roots, 0);
    return std::move(profiler).profile().by().total().objects;
}
std::size_t counted_in_headers(trav::ghc::Heap& heap, auto const& roots, auto& breakdown) {
    trav::HeaderWord<std::uint32_t, trav::ghc::HeaderAccess> sets{trav::ghc::HeaderAccess(heap)};
    trav::ghc::CensusGraph const graph(heap);
    trav::StoredFlow by{breakdown, graph, sets};
    trav::Profiler profiler{graph, by};
    profiler.sample_heap(roots, 0);
    return std::move(profiler).profile().by().total().objects;
}
/// The breakdown is made in the process of the profile.
template <class Graph, class Roots>
Row row(std::string name, std::size_t n, Graph const& graph, Roots const& roots, auto make) {
    auto const work = [=] {
        auto breakdown = make();
        return counted(graph, roots, breakdown);
    };
    return {std::move(name), n, [work] { return Work(work); }, n};
}
template <class Node, class Bits>
auto named_roots(Shape const& shape, std::size_t count, auto at) {
    using Sets = trav::RootSets<Node, Bits>;
    std::vector<typename Sets::Root> named;
    for (Number const i : roots_near_the_top(shape, Order::allocation, count))
        named.emplace_back(std::to_string(named.size()), static_cast<Node>(at(i)));
    return [named] { return Sets(named); };
}
/// at(i) is the object with this index.
template <class Node>
void add_rows(std::vector<Row>& rows, std::string const& heap, std::size_t n, auto const& graph,
              std::vector<Node> const& roots, Shape const& shape, auto at, auto retainers) {
    for (std::size_t const count : {20u, 64u}) {
        auto const add = [&]<class Bits>(Bits, std::string const& how) {
            rows.push_back(row(heap + std::to_string(count) + " named roots" + how, n, graph, roots,
                               named_roots<Node, Bits>(shape, count, at)));
        };
        add(std::uint64_t{}, "");
        add(std::uint32_t{}, ", 4 bytes");
    }
    rows.push_back(row(heap + "retainers", n, graph, roots, retainers));
}

void print(std::vector<Row> const& rows, Settings const& settings, std::string const& shape,
           Contests& contests) {
    malloc_trim(0);  // memory left over from making the heap would not be counted
    for (Row const& row : rows) {
        if (!settings.wants(row.name)) continue;
        Measured const measured = measure_apart("memory", row);
        auto const n = static_cast<double>(row.n);
        double const heap = measured.heap * 1048576 / n,
                     beside = (measured.peak - measured.heap) * 1048576 / n;
        fmt::print("{:<48}{:>12}{:>10.2f}{:>12.1f}{:>12.1f}\n", row.name, row.n, measured.seconds, heap,
                   beside);
        contests.add({"memory",
                      shape,
                      row.name,
                      row.n,
                      measured.seconds * 1e9 / n,
                      0,
                      {},
                      "bytes_beside_heap",
                      beside});
    }
}

void of_shape(Shape shape, std::string const& name, Settings const& settings, Contests& contests) {
    std::size_t const n = shape.size();
    {
        auto const arrays = make_arrays(shape, Order::allocation);
        std::vector<Row> rows;
        add_rows(
            rows, "rows: ", n, arrays.sized_graph(), arrays.roots, shape, [](Number i) { return i; },
            [] { return trav::by_retainer<Number>(is_retainer, identity); });
        print(rows, settings, name, contests);
    }
    {
        auto const heap = make_heap(shape, Order::allocation);
        std::vector<Object*> all;
        all.reserve(n);
        heap.each([&](Object* object) { all.push_back(object); });
        for (Number i = 0; i != all.size(); ++i) std::memcpy(static_cast<void*>(all[i]), &i, sizeof i);
        IndexedObjects const graph{{}, &all};
        auto const at = [&](Number i) { return all[i]; };
        auto const retainers = [graph] {
            return trav::by_retainer<Object*>([graph](Object* of) { return is_retainer(graph.index(of)); },
                                              [graph](Object* of) { return identity(graph.index(of)); });
        };
        std::vector<Row> rows;
        add_rows(rows, "objects with an index: ", n, graph, heap.roots, shape, at, retainers);
        add_rows(rows, "objects: ", n, PlainObjects{}, heap.roots, shape, at, retainers);
        print(rows, settings, name, contests);
    }
    {
        GhcHeap heap(shape, Order::allocation);
        std::vector<trav::ghc::Closure*> all;
        all.reserve(n);
        for (auto* const c : heap.heap().objects()) all.push_back(c);
        auto const at = [&](Number i) { return all[i]; };
        auto const retainers = [&] { return trav::ghc::by_retainer(heap.heap()); };
        std::vector<Row> rows;
        add_rows(rows, "GHC's heap: ", n, trav::ghc::CensusGraph(heap.heap()), heap.roots, shape, at,
                 retainers);
        auto const add = [&](std::string const& sets, auto make) {
            auto const work = [&heap, make] {
                auto breakdown = make();
                return counted_in_headers(heap.heap(), heap.roots, breakdown);
            };
            rows.push_back({"GHC's heap: " + sets + ", in headers", n, [work] { return Work(work); }, n});
        };
        for (std::size_t const count : {20u, 64u})
            add(std::to_string(count) + " named roots",
                named_roots<trav::ghc::Closure*, std::uint32_t>(shape, count, at));
        add("retainers", retainers);
        print(rows, settings, name, contests);
    }
}

}  // namespace

void memory(Settings const& settings, Contests& contests) {
    for (auto const& name : settings.shapes) {
        fmt::print("\nmemory, {}, in the order of allocation\n{:<48}{:>12}{:>10}{:>12}{:>12}\n", name, "",
                   "objects", "seconds", "heap, B", "beside, B");
        of_shape(make_shape(name, settings.n), name, settings, contests);
    }
}

}  // namespace bench
