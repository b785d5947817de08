// test/graph/graph.cpp: the requirements for a graph, and the use of its optional members.
#include "catch.hpp"
#include "support/strategies.hpp"

#include <trav/graph/graph.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <span>
#include <vector>

namespace {

struct NoNode {
    std::vector<int> children(int) const;
};
struct NoChildren {
    using node = int;
};
struct Irregular {
    struct node {};  // not comparable
    std::vector<node> children(node) const;
};
struct NoRange {
    using node = int;
    int children(node) const;
};
struct WrongElements {
    using node = int*;
    std::vector<int> const& children(node) const;
};
struct NotConst {
    using node = int;
    std::vector<int> const& children(node);
};
static_assert(!trav::Graph<NoNode> && !trav::Graph<NoChildren> && !trav::Graph<Irregular> &&
              !trav::Graph<NoRange>);
static_assert(!trav::Graph<WrongElements> && !trav::Graph<NotConst> && !trav::Graph<int>);

/// Only the requirements of the concepts: a regular node, an iterator with *, ++ and !=, and a sentinel.
struct Minimal {
    class node {
      public:
        node() = default;
        explicit node(int number) : number_(number) {}
        friend bool operator==(node a, node b) { return a.number_ == b.number_; }
        int number() const { return number_; }

      private:
        int number_ = 0;
    };
    struct End {};
    struct Iterator {
        int at;
        int last;
        node operator*() const { return node(at); }
        void operator++() { ++at; }
        bool operator!=(End) const { return at < last; }
    };
    struct Range {
        Iterator first;
        Iterator begin() const { return first; }
        End end() const { return {}; }
    };
    Range children(node n) const { return {{2 * n.number() + 1, n.number() < 7 ? 2 * n.number() + 3 : 0}}; }
};
struct MinimalHash {
    std::uint64_t operator()(Minimal::node n) const { return static_cast<std::uint64_t>(n.number()) << 60; }
};
static_assert(trav::Graph<Minimal> && !trav::HeapGraph<Minimal> && !trav::IndexedGraph<Minimal>);
static_assert(!trav::AtOnceGraph<Minimal>);

/// All optional members of a graph: a binary heap of `nodes` numbers. 3 is a handle of 4, and 5 of nothing.
struct Full {
    using node = unsigned;
    unsigned nodes;
    static inline unsigned scanned = 0;

    std::vector<node> const& children(node n) const {
        static std::vector<std::vector<node>> const lists = [] {
            std::vector<std::vector<node>> made;
            for (unsigned i = 0; i < 100; ++i) made.push_back({2 * i + 1, 2 * i + 2});
            return made;
        }();
        return lists[n];
    }
    void scan(node n, auto&& sink) const {
        ++scanned;
        for (node const child : children(n)) sink(child);
    }
    bool null(node n) const { return n >= nodes; }
    node resolve(node n) const { return n == 3 ? 4 : n == 5 ? nodes : n; }
    std::size_t size(node n) const { return 8 * n; }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return nodes; }
};
static_assert(trav::Graph<Full> && trav::HeapGraph<Full> && trav::IndexedGraph<Full>);

/// The same, with children that have no random access.
struct Uncounted : Full {
    std::forward_list<node> const& children(node n) const {
        static std::vector<std::forward_list<node>> const lists = [] {
            std::vector<std::forward_list<node>> made;
            for (unsigned i = 0; i < 100; ++i) made.push_back({2 * i + 1, 2 * i + 2});
            return made;
        }();
        return lists[n];
    }
    void scan(node n, auto&& sink) const {
        ++scanned;
        for (node const child : children(n)) sink(child);
    }
};

struct Sorted {
    std::vector<unsigned> nodes{};
    void visit(auto& here) {
        if (here.first) nodes.insert(std::lower_bound(nodes.begin(), nodes.end(), here.node), here.node);
    }
};

struct Plain {
    using node = int const*;
    std::span<int const* const> children(node) const { return {}; }
};

}  // namespace

TEST_CASE("graph: null is nullptr for pointers and never for other nodes, unless the graph has null()") {
    int const number = 0;
    CHECK(trav::null(Plain{}, nullptr));
    CHECK_FALSE(trav::null(Plain{}, &number));
    CHECK_FALSE(trav::null(Minimal{}, Minimal::node(0)));
    CHECK(trav::null(Full{10}, 10u));
    CHECK_FALSE(trav::null(Full{10}, 9u));
}

TEST_CASE("graph: resolve is called unless the node is null") {
    CHECK(trav::resolve(Full{10}, 3u) == 4);
    CHECK(trav::resolve(Full{10}, 2u) == 2);
    CHECK(trav::null(Full{10}, trav::resolve(Full{10}, 5u)));
    CHECK(trav::resolve(Full{3}, 3u) == 3);  // null: not called
    CHECK(trav::resolve(Plain{}, nullptr) == nullptr);
}

TEST_CASE("graph: scan uses the graph's scan(), or its children, in order") {
    std::vector<unsigned> children;
    trav::scan(Full{10}, 1u, [&](unsigned n) { children.push_back(n); });
    CHECK(children == std::vector<unsigned>{3, 4});
    std::vector<int> numbers;
    trav::scan(Minimal{}, Minimal::node(2), [&](Minimal::node n) { numbers.push_back(n.number()); });
    CHECK(numbers == std::vector{5, 6});
}

TEST_CASE("graph: every strategy walks a minimal graph") {
    test::for_each_strategy([]<class Strategy>(char const* name) {
        INFO(name);
        std::size_t count = 0;
        auto const visit = [&](auto&) { ++count; };
        trav::Hashed<Minimal::node, trav::detail::Absent<0>, MinimalHash> store;
        trav::traverse<Strategy>(Minimal{}, std::vector{Minimal::node(0)}, visit, store);
        CHECK(count == 15);  // a full binary tree of four levels
    });
}

TEST_CASE("graph: every strategy uses the optional members of a graph") {
    // 0 -> 1, 2; 1 -> 3 (that is 4), 4; 2 -> 5 (nothing), 6; 4 -> 9; 6 and 9 have no children below 10
    std::vector<unsigned> const expected{0, 1, 2, 4, 6, 9};
    test::for_each_strategy([&]<class Strategy>(char const* name) {
        INFO(name);
        Full::scanned = 0;
        CHECK(trav::traverse<Strategy>(Full{10}, std::vector{0u}, Sorted{}).nodes == expected);
        // random-access children are read in place, except by a frontier that takes one arrival at a time
        CHECK(Full::scanned == (std::is_same_v<Strategy, test::AnyOrder> ? expected.size() : 0));

        Full::scanned = 0;  // without random access, worklists prefer scan
        CHECK(trav::traverse<Strategy>(Uncounted{{10}}, std::vector{0u}, Sorted{}).nodes == expected);
        CHECK(Full::scanned == (Strategy::returns ? 0 : expected.size()));
    });
}
