// The nodes reached by a flow: a list, or the nodes of a graph with values.
#include <trav/flow/detail/reached_nodes.hpp>

#include "catch.hpp"

#include <cstddef>
#include <iterator>
#include <set>
#include <span>
#include <vector>

namespace {

/// Nodes 100, 101 and so on, without edges.
struct Numbers {
    using node = unsigned;
    std::size_t nodes;
    std::size_t count() const { return nodes; }
    node node_at(std::size_t index) const { return static_cast<node>(100 + index); }
    std::size_t index(node n) const { return n - 100; }
    std::vector<node> children(node) const { return {}; }
};
struct Found {
    std::set<unsigned> nodes;
    unsigned const* find(unsigned n) const {
        auto const at = nodes.find(n);
        return at == nodes.end() ? nullptr : &*at;
    }
};
using Reached = trav::detail::ReachedNodes<Numbers, Found>;
static_assert(std::forward_iterator<Reached::Iterator>);

std::vector<unsigned> all(Reached const& reached) { return {reached.begin(), reached.end()}; }

}  // namespace

TEST_CASE("reached nodes: a list", "[unit]") {
    CHECK(all(Reached()).empty());
    CHECK(Reached().size() == 0);
    std::vector<unsigned> const list{7, 100, 3};
    Reached const reached{std::span<unsigned const>(list)};
    CHECK(all(reached) == list);
    CHECK(reached.size() == 3);
    CHECK(all(Reached(std::span<unsigned const>())).empty());
}

TEST_CASE("reached nodes: nodes with values, in the order of the graph", "[unit]") {
    for (std::size_t const count : {0u, 1u, 2u, 7u})
        for (unsigned mask = 0; mask != 1u << count; ++mask) {
            Numbers const graph{count};
            Found values;
            for (unsigned i = 0; i != count; ++i)
                if ((mask >> i & 1) != 0) values.nodes.insert(100 + i);
            values.nodes.insert({99, static_cast<unsigned>(100 + count)});  // outside of the graph
            Reached const reached(graph, values);
            std::vector<unsigned> const expected(std::next(values.nodes.begin()),
                                                 std::prev(values.nodes.end()));
            CHECK(all(reached) == expected);
            CHECK(reached.size() == expected.size());
        }
}

TEST_CASE("reached nodes: an iterator goes forward in two ways", "[unit]") {
    Numbers const graph{5};
    Found const values{{101, 104}};
    Reached const reached(graph, values);
    auto first = reached.begin();
    auto second = first;
    CHECK(*second++ == 101);
    CHECK(*second == 104);
    CHECK(second != first);
    CHECK(*++first == 104);
    CHECK(second == first);
    CHECK(++first == reached.end());
    CHECK(second++ != reached.end());
    CHECK(second == first);
}
