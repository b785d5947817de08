// test/flow/store_sweep.cpp: the values of a StoreSweep, how often objects send, and when it gives up.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/store_sweep.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

using Heap = test::Heap<std::uint32_t>;
using Node = test::Obj<std::uint32_t>*;

struct Masks {
    using value = std::uint32_t;
    static value join(value a, value b) { return a | b; }
};
/// In the order of numbers; the last object may be outside the order.
struct Graph {
    using node = Node;
    Heap* heap;
    bool last_elsewhere = false;

    struct Order {
        Graph const* graph;
        std::size_t slots() const { return graph->heap->objects.size(); }
        std::size_t slot(Node n) const {
            if (graph->last_elsewhere && n == &graph->heap->objects.back()) return slots() + 1;
            return n == nullptr ? slots() : static_cast<std::size_t>(n->id);
        }
        std::size_t blocks() const { return (slots() + 9) / 10; }
        std::size_t begin(std::size_t block) const { return std::min(10 * block, slots()); }
        void each(std::size_t block, std::size_t, auto&& f) const {
            for (std::size_t i = begin(block); i != begin(block + 1); ++i)
                if (!graph->last_elsewhere || i + 1 != slots()) f(&graph->heap->objects[i], i);
        }
    };
    auto const& children(node n) const { return n->fields; }
    Order memory_order() const { return {this}; }
};

using Field = trav::InNode<&test::Obj<std::uint32_t>::slot>;
struct Swept {
    bool done;
    trav::Statistics statistics;
};
Swept sweep(Graph const& graph, Field& field, std::vector<int> const& named) {
    std::vector<trav::Source<Node, std::uint32_t>> sources;
    for (int const n : named) sources.push_back({graph.heap->at(n), 1u << sources.size()});
    Masks flow;
    trav::detail::StoreSweep<Graph, Masks, Field> sweep(graph, flow, field);
    bool const done = sweep.run(sources);
    return {done, sweep.statistics()};
}

/// Each object refers to two earlier objects, or to two later ones.
test::Shape one_way(int n, bool up) {
    test::Shape shape{"one way", std::vector<std::vector<int>>(static_cast<std::size_t>(n)), {}};
    for (int i = 0; i != n; ++i)
        for (int const step : {1, 7})
            if (int const child = up ? i + step : i - step; child >= 0 && child < n)
                shape.children[static_cast<std::size_t>(i)].push_back(child);
    return shape;
}

}  // namespace

TEST_CASE("store sweep: if all edges lead one way, each object sends once", "[unit]") {
    Field field;
    for (bool const up : {false, true}) {
        Heap heap(one_way(1000, up));
        std::vector<int> named;
        for (int i = 0; i != 20; ++i) named.push_back(up ? 3 * i : 999 - 3 * i);
        auto const swept = sweep(Graph{&heap}, field, named);
        CHECK(swept.done);
        CHECK(swept.statistics.objects == 1000);
        CHECK(swept.statistics.visits == 1000);
        std::vector<std::uint32_t> masks(1000);
        for (std::size_t bit = 0; bit != named.size(); ++bit)
            masks[static_cast<std::size_t>(named[bit])] |= 1u << bit;
        for (int i = 0; i != 1000; ++i)  // parents first
            for (Node const child : heap.at(up ? i : 999 - i)->fields)
                masks[static_cast<std::size_t>(child->id)] |=
                    masks[static_cast<std::size_t>(up ? i : 999 - i)];
        for (int i = 0; i != 1000; ++i) {
            auto const* const found = field.find(heap.at(i));
            CHECK((found && *found == masks[static_cast<std::size_t>(i)]));
        }
    }
}

TEST_CASE("store sweep: gives up after more late updates than an eighth of the references and 64", "[unit]") {
    Field field;
    test::Shape shape = one_way(20000, true);
    for (int const many : {73, 74}) {  // 73 / 8 + 64 are 73
        auto& row = shape.children[1200];
        row.clear();
        for (int i = 0; i != many; ++i) row.push_back(1100 - 2 * i);
        Heap heap(shape);
        auto const swept = sweep(Graph{&heap}, field, {1200});
        CHECK(swept.done == (many == 73));
        if (swept.done) CHECK(swept.statistics.objects > 18'000);
    }
}

TEST_CASE("store sweep: gives up at once if edges lead both ways", "[unit]") {
    Field field;
    test::Shape shape = one_way(1000, true);
    test::Shape const down = one_way(1000, false);
    for (std::size_t i = 0; i != 1000; ++i)
        shape.children[i].insert(shape.children[i].end(), down.children[i].begin(), down.children[i].end());
    Heap heap(shape);
    auto const swept = sweep(Graph{&heap}, field, {0});
    CHECK_FALSE(swept.done);
    CHECK(swept.statistics.objects == 0);
}

TEST_CASE("store sweep: gives up without an order, or if an object is outside of it", "[unit]") {
    Field field;
    Heap heap(one_way(1000, true));
    CHECK_FALSE(sweep(Graph{&heap, true}, field, {0}).done);
    CHECK_FALSE(sweep(Graph{&heap, true}, field, {999}).done);  // its only source
    CHECK(sweep(Graph{&heap}, field, {0}).done);
    test::Shape turned = one_way(20000, true);  // edges of reached objects lead the other way
    for (std::size_t i = 0; i != 9000; ++i)
        turned.children[i].assign(1, static_cast<int>(i == 0 ? 8999 : i - 1));
    Heap back(turned);
    CHECK_FALSE(sweep(Graph{&back}, field, {0}).done);
}
