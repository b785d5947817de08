#include <trav/graph/filter_edges.hpp>

#include <trav/graph/csr.hpp>
#include <trav/graph/from.hpp>
#include <trav/graph/via.hpp>

#include "expected_edges.hpp"

#include <span>
#include <string>
#include <vector>

namespace {

struct Obj {
    int id = 0;
    Obj* parent = nullptr;
    std::vector<Obj*> fields;
};

constexpr unsigned offsets[] = {0, 3, 4, 4}, targets[] = {0, 1, 2, 0};
constexpr int kept(unsigned n) {
    auto const graph = trav::filter_edges(trav::Csr<>(offsets, targets),
                                          [](unsigned from, unsigned to) { return to > from; });
    int count = 0;
    for (unsigned child : graph.children(n)) count += static_cast<int>(child);
    return count;
}
static_assert(kept(0) == 3 && kept(1) == 0 && kept(2) == 0);

}  // namespace

TEST_CASE("filter_edges drops exactly the edges that the predicate rejects", "[property]") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(15);
        Edges const edges = random_edges(random, count, random.below(40));
        auto const keep = [seed](int from, int to) {
            return (static_cast<unsigned>(from * 7 + to * 3) ^ seed) % 3 != 0;
        };
        Edges expected = edges;
        for (std::size_t from = 0; from < edges.size(); ++from)
            std::erase_if(expected[from], [&](int to) { return !keep(static_cast<int>(from), to); });

        std::vector<Obj> objects(edges.size());
        std::vector<Obj*> nodes;
        for (auto& o : objects) {
            o.id = static_cast<int>(nodes.size());
            nodes.push_back(&o);
        }
        std::vector<int> numbers;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            numbers.push_back(static_cast<int>(i));
            if (random.below(2)) objects[i].fields.push_back(nullptr);
            for (int to : edges[i]) objects[i].fields.push_back(nodes[static_cast<std::size_t>(to)]);
        }
        auto const of_objects = [&](Obj const* from, Obj const* to) { return keep(from->id, to->id); };
        check_edges(trav::filter_edges(trav::Via<&Obj::fields>{}, of_objects), nodes, expected);
        check_edges(trav::filter_edges(trav::Via<&Obj::parent, &Obj::fields>{}, of_objects), nodes, expected);
        check_edges(trav::filter_edges(trav::graph<int>([&](int n, auto&& sink) {
                                           for (int to : edges[static_cast<std::size_t>(n)]) sink(to);
                                       }),
                                       keep),
                    numbers, expected);
    }
}

TEST_CASE("the predicate is called once for each edge, and only with objects", "[unit]") {
    struct Tagged {
        using node = int;
        std::vector<int> list{101, -1, 2, 999};
        std::span<int const> children(int n) const {
            return n == 0 ? std::span<int const>(list) : std::span<int const>();
        }
        bool null(int n) const { return n < 0; }
        int resolve(int n) const { return n == 999 ? -1 : n % 100; }
        std::size_t size(int) const { return 5; }
        std::string label(int n) const { return std::to_string(n); }
    };
    std::vector<std::pair<int, int>> asked;
    auto const graph = trav::filter_edges(Tagged{}, [&](int from, int to) {
        asked.emplace_back(from, to);
        return to == 1;
    });
    std::vector<int> children;
    for (int child : graph.children(0)) children.push_back(child);
    CHECK(children == std::vector<int>{101});  // the unchanged handle
    CHECK(asked == std::vector<std::pair<int, int>>{{0, 1}, {0, 2}});
    CHECK(graph.size(1) == 5);
    CHECK(graph.label(1) == "1");
    CHECK(graph.resolve(101) == 1);
    static_assert(trav::HeapGraph<decltype(graph)> && !trav::IndexedGraph<decltype(graph)>);
}

namespace {

/// DepthFirst takes all children of node 0 at once, the last one first.
struct AtOnce {
    using node = int;
    std::vector<std::vector<int>> edges{{1, 2, 3}, {}, {}, {}};
    std::span<int const> children(int n) const {
        if (n == 0) throw "children of an at-once node are not to be asked for";
        return edges[static_cast<std::size_t>(n)];
    }
    void scan(int n, auto&& sink) const {
        for (int child : edges[static_cast<std::size_t>(n)]) sink(child);
    }
    bool at_once(int n) const { return n == 0; }
};

}  // namespace

TEST_CASE("filter_edges keeps at-once nodes as they are", "[unit]") {
    auto const graph = trav::filter_edges(AtOnce{}, [](int, int to) { return to != 2; });
    std::vector<int> order;
    auto note = [&](auto& here) { order.push_back(here.node); };
    trav::traverse(graph, std::vector{0}, note);
    CHECK(order == std::vector<int>{0, 3, 1});
}
