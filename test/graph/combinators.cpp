// test/graph/combinators.cpp: stacked adaptors, compared with a plain list of edges with the same changes.
#include <trav/graph/bgl.hpp>
#include <trav/graph/csr.hpp>
#include <trav/graph/filter_edges.hpp>
#include <trav/graph/from.hpp>
#include <trav/graph/reverse.hpp>
#include <trav/graph/sized.hpp>
#include <trav/graph/via.hpp>

#include "expected_edges.hpp"

#include <boost/graph/adjacency_list.hpp>

#include <cstddef>
#include <map>
#include <vector>

namespace {

struct Obj {
    int id = 0;
    std::vector<Obj*> fields;
    Obj* last = nullptr;
};

/// The edges between nodes reachable from `roots`, reversed.
Edges reversed(Edges edges, std::vector<int> const& roots) {
    auto const seen = reachable(edges, roots);
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (!seen[i]) edges[i].clear();
    return turned(edges);
}
Edges filtered(Edges edges, auto keep) {
    for (std::size_t from = 0; from < edges.size(); ++from)
        std::erase_if(edges[from], [&](int to) { return !keep(static_cast<int>(from), to); });
    return edges;
}

/// Every stack of two adaptors over `graph`; `id` numbers its nodes.
void check_stacks(auto const& graph, auto const& nodes, auto id, Edges const& edges,
                  std::vector<int> const& roots, bool ordered) {
    using N = trav::node_t<std::decay_t<decltype(graph)>>;
    auto const one = [](int from, int to) { return (from + 2 * to) % 3 != 0; };
    auto const two = [](int from, int to) { return from != to; };
    auto const keep_one = [=](N from, N to) { return one(id(from), id(to)); };
    auto const keep_two = [=](N from, N to) { return two(id(from), id(to)); };
    auto const bytes = [=](N n) { return id(n) + 3; };
    std::vector<N> root_nodes;
    for (int r : roots) root_nodes.push_back(nodes[static_cast<std::size_t>(r)]);

    using trav::filter_edges, trav::reverse, trav::sized;
    check_edges(filter_edges(filter_edges(graph, keep_one), keep_two), nodes,
                filtered(filtered(edges, one), two), ordered);
    check_edges(filter_edges(sized(graph, bytes), keep_one), nodes, filtered(edges, one), ordered);
    check_edges(sized(filter_edges(graph, keep_one), bytes), nodes, filtered(edges, one), ordered);
    check_edges(reverse(filter_edges(graph, keep_one), root_nodes), nodes,
                reversed(filtered(edges, one), roots), false);
    check_edges(filter_edges(reverse(graph, root_nodes), keep_two), nodes,
                filtered(reversed(edges, roots), two), false);
    check_edges(sized(reverse(graph, root_nodes), bytes), nodes, reversed(edges, roots), false);
    check_edges(reverse(reverse(graph, root_nodes), root_nodes), nodes,
                reversed(reversed(edges, roots), roots), false);

    auto const heap = reverse(sized(graph, bytes), root_nodes);
    check_edges(heap, nodes, reversed(edges, roots), false);
    CHECK(heap.size(nodes.back()) == edges.size() + 2);
    CHECK(filter_edges(heap, keep_one).size(nodes.front()) == 3);
    CHECK(sized(heap, [](N) { return 1; }).size(nodes.front()) == 1);
}

}  // namespace

TEST_CASE("two stacked adaptors combine their effects", "[property]") {
    for (unsigned seed = 0; seed < 15; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(14);
        Edges const edges = random_edges(random, count, random.below(40));
        std::vector<int> const roots{random.below(count), random.below(count)};

        std::vector<Obj> objects(edges.size());
        std::vector<Obj*> nodes;
        std::vector<unsigned> offsets{0}, targets, numbers;
        boost::adjacency_list<boost::vecS, boost::listS> list;
        using Vertex = decltype(list)::vertex_descriptor;
        std::vector<Vertex> vertices;
        std::map<Vertex, int> vertex_id;
        for (auto& o : objects) {
            o.id = static_cast<int>(nodes.size());
            nodes.push_back(&o);
            numbers.push_back(static_cast<unsigned>(o.id));
            vertices.push_back(add_vertex(list));
            vertex_id[vertices.back()] = o.id;
        }
        for (std::size_t i = 0; i < edges.size(); ++i) {
            for (int to : edges[i]) {
                auto const at = static_cast<std::size_t>(to);
                if (objects[i].last) objects[i].fields.push_back(objects[i].last);
                objects[i].last = nodes[at];
                targets.push_back(static_cast<unsigned>(to));
                add_edge(vertices[i], vertices[at], list);
            }
            offsets.push_back(static_cast<unsigned>(targets.size()));
        }

        auto const id = [](Obj* o) { return o->id; };
        check_stacks(trav::Via<&Obj::fields, &Obj::last>{}, nodes, id, edges, roots, true);
        check_stacks(trav::graph<Obj*>([](Obj* o, auto&& sink) {
                         for (Obj* field : o->fields) sink(field);
                         sink(o->last);
                     }),
                     nodes, id, edges, roots, true);
        check_stacks(
            trav::Csr(offsets, targets), numbers, [](unsigned n) { return static_cast<int>(n); }, edges,
            roots, true);
        check_stacks(
            trav::bgl(list), vertices, [&](Vertex v) { return vertex_id.at(v); }, edges, roots, true);
    }
}
