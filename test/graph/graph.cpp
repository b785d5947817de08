// The concepts ask for no more than they say, and the engine for no more than the concepts.
#include <trav/graph/graph.hpp>

#include "expected_edges.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace {

struct NoNode { int const* children(int) const; };
struct NoChildren { using node = int; };
struct ChildrenOfOthers {
    using node = int;
    std::vector<std::string> children(int) const;
};
struct ChildrenNotConst {
    using node = int;
    std::span<int const> children(int);
};
struct NoRange {
    using node = int;
    int children(int) const;
};
static_assert(!trav::Graph<int> && !trav::Graph<NoNode> && !trav::Graph<NoChildren> && !trav::Graph<ChildrenOfOthers>);
static_assert(!trav::Graph<ChildrenNotConst> && !trav::Graph<NoRange>);

/// Nothing but node and children; children that are an input range of something that merely converts to a node.
struct Least {
    enum class node : int {};
    struct Child {
        int number;
        operator node() const { return node{number}; }
    };
    struct End {};
    struct Cursor {
        int const* at;
        int const* end;
        Child operator*() const { return {*at}; }
        void operator++() { ++at; }
        bool operator!=(End) const { return at != end; }
    };
    struct Children {
        int const* first;
        int const* last;
        Cursor begin() { return {first, last}; }
        End end() { return {}; }
    };
    Edges const& edges;
    Children children(node n) const {
        auto const& list = edges[static_cast<std::size_t>(n)];
        return {list.data(), list.data() + list.size()};
    }
};
static_assert(trav::Graph<Least> && !trav::HeapGraph<Least> && !trav::IndexedGraph<Least> && !trav::AtOnceGraph<Least>);

struct Heap : Least {
    char size(node) const;  // whatever converts
};
static_assert(trav::HeapGraph<Heap> && !trav::IndexedGraph<Heap>);
struct Numbered : Least {
    long index(node) const;
    short count() const;
};
static_assert(trav::IndexedGraph<Numbered> && !trav::HeapGraph<Numbered>);
struct Sized {
    using node = int;
    std::size_t size(int) const;
};
static_assert(!trav::HeapGraph<Sized>);

}  // namespace

TEST_CASE("a graph of nothing but node and children is walked by every strategy", "[property]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(12);
        Edges const edges = random_edges(random, count, random.below(30));
        std::vector<Least::node> nodes;
        for (int i = 0; i < count; ++i) nodes.push_back(Least::node{i});
        check_edges(Least{edges}, nodes, edges);
    }
}

namespace {

/// Handles are 10 * node + tag; -1 is none, and a handle of tag 9 leads to another node, or to none.
struct Tagged {
    using node = int;
    std::vector<std::vector<int>> handles;
    std::vector<int> const& children(int n) const { return handles[static_cast<std::size_t>(n / 10)]; }
    bool null(int n) const { return n < 0; }
    int resolve(int n) const { return n % 10 == 9 ? -1 : n / 10 * 10; }
};

}  // namespace

TEST_CASE("null and resolve are the graph's, where it has them", "[unit]") {
    Tagged const graph{{{12, -1, 19, 10}, {3, 11}}};
    CHECK(trav::null(graph, -1));
    CHECK(!trav::null(graph, 0));
    CHECK(trav::resolve(graph, 12) == 10);
    CHECK(trav::resolve(graph, -1) == -1);
    check_edges(graph, {0, 10}, {{1, 1}, {0, 1}});
    int const* pointer = nullptr;
    struct Pointers {
        using node = int const*;
        std::span<int const* const> children(node) const { return {}; }
    };
    CHECK(trav::null(Pointers{}, pointer));
    CHECK(trav::resolve(Pointers{}, pointer) == nullptr);
}
