#include <trav/graph/from.hpp>

#include "expected_edges.hpp"

#include <array>
#include <list>
#include <span>
#include <vector>

namespace {

struct Obj {
    std::vector<Obj*> fields;
    std::list<Obj*> more;
};

// ranges that outlive the call, and ranges that do not
static_assert(!trav::detail::Lasting<std::vector<Obj*>> && !trav::detail::Lasting<std::array<Obj*, 2>>);
static_assert(trav::detail::Lasting<std::vector<Obj*>&> && trav::detail::Lasting<std::vector<Obj*> const&>);
static_assert(trav::detail::Lasting<std::span<Obj*>>);

constexpr int table[] = {1, 2, 2};
constexpr int sum_of_children(int n) {
    auto const graph = trav::graph<int>([](int i) { return std::span<int const>(table + i, table + 3); });
    int sum = 0;
    for (int child : graph.children(n)) sum += child;
    return sum;
}
static_assert(sum_of_children(0) == 5 && sum_of_children(3) == 0);

}  // namespace

TEST_CASE("a graph from a callable has the edges that the callable lists", "[property]") {
    for (unsigned seed = 0; seed < 30; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(15);
        Edges const edges = random_edges(random, count, random.below(40));
        std::vector<Obj> objects(edges.size());
        std::vector<Obj*> nodes;
        for (auto& o : objects) nodes.push_back(&o);
        for (std::size_t i = 0; i < edges.size(); ++i)
            for (int to : edges[i]) objects[i].fields.push_back(nodes[static_cast<std::size_t>(to)]);
        if (random.below(2)) objects[0].fields.insert(objects[0].fields.begin(), nullptr);

        check_edges(trav::graph<Obj*>([](Obj* o) { return std::span(o->fields); }), nodes, edges);
        check_edges(trav::graph<Obj*>([](Obj* o) -> auto const& { return o->fields; }), nodes, edges);
        check_edges(trav::graph<Obj*>([](Obj* o, auto&& sink) {
                        for (Obj* field : o->fields) sink(field);
                    }),
                    nodes, edges);
        check_edges(trav::graph<Obj const*>([](Obj const* o, auto sink) {
                        for (Obj const* field : o->fields) sink(field);
                    }),
                    std::vector<Obj const*>(nodes.begin(), nodes.end()), edges);

        std::vector<int> numbers;
        for (int i = 0; i < count; ++i) numbers.push_back(i);
        check_edges(trav::graph<int>([&](int i) -> auto& { return edges[static_cast<std::size_t>(i)]; }),
                    numbers, edges);
    }
}

TEST_CASE("a callable may have state", "[unit]") {
    std::vector<std::vector<char>> const letters{{'b', 'c'}, {'c'}, {}};
    struct ByLetter {
        std::vector<std::vector<char>> const& letters;
        std::vector<char> const& operator()(char n) const {
            return letters[static_cast<std::size_t>(n - 'a')];
        }
    };
    check_edges(trav::graph<char>(ByLetter{letters}), {'a', 'b', 'c'}, {{1, 2}, {2}, {}});
}
