// test/traverse_heap.cpp: properties of every strategy with every store; passes, roots, policies by
// reference; large heaps. The order of events is tested in test/events.cpp, and the exact sequence of
// DepthFirst in test/strategy/depth_first.cpp.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"

#include <trav/traverse_heap.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

using namespace test;

namespace {

using Data = std::uint32_t;
using Node = Obj<Data>*;

/// The number of times each edge was crossed; the arrival at a root is an edge from itself.
using Arrivals = std::map<std::pair<int, int>, int>;

/// The expected arrivals: all edges of reached nodes, and the roots, each as often as it occurs.
Arrivals expected_arrivals(Shape const& shape) {
    Arrivals arrivals;
    std::vector<bool> const reached = closure(shape);
    for (int const root : shape.roots)
        if (root >= 0) ++arrivals[{root, root}];
    for (int from = 0; from < shape.size(); ++from)
        for (int const to : shape.children[static_cast<std::size_t>(from)])
            if (reached[static_cast<std::size_t>(from)] && to >= 0) ++arrivals[{from, to}];
    return arrivals;
}

void add(auto& counts, auto const& others) {
    for (auto const& [what, count] : others) counts[what] += count;
}

/// Counts arrivals by edge, first ones by node, and in the store arrivals by node.
struct CountArrivals {
    using node_data = Data;
    static constexpr bool wants_parent = true;
    Arrivals arrivals{};
    std::map<int, int> firsts{};
    bool sound = true;
    void visit(auto& here) {
        ++arrivals[{here.parent->id, here.node->id}];
        if (here.first) ++firsts[here.node->id];
        if (here.first != (here.data == 0)) sound = false;
        ++here.data;
    }
    CountArrivals split() const { return {}; }
    void merge(CountArrivals&& found) {
        add(arrivals, found.arrivals);
        add(firsts, found.firsts);
        sound = sound && found.sound;
    }
};
struct CountNodes {
    static constexpr bool once = true;
    std::map<int, int> nodes{};
    void visit(auto& here) { ++nodes[here.node->id]; }
    CountNodes split() const { return {}; }
    void merge(CountNodes&& found) { add(nodes, found.nodes); }
};

/// Every reached node, once.
std::map<int, int> expected_nodes(Shape const& shape) {
    std::map<int, int> nodes;
    std::vector<bool> const reached = closure(shape);
    for (int n = 0; n < shape.size(); ++n)
        if (reached[static_cast<std::size_t>(n)]) nodes[n] = 1;
    return nodes;
}

}  // namespace

TEST_CASE("every strategy with every store crosses each edge of reached nodes once", "[property]") {
    for_random_graphs(10, 20, 40, [](Shape const& shape) {
        Heap<Data> heap(shape);
        Arrivals const expected = expected_arrivals(shape);
        auto const nodes = expected_nodes(shape);
        for_each_store(heap, [&]<class Store>(Store& store, char const* name) {
            for_each_strategy<Objects<Data>, CountArrivals, Store>([&]<class Strategy>(char const* strategy) {
                INFO(strategy << ", " << name << ", " << shape.name);
                store.begin_pass();
                CountArrivals policy;
                auto traversal = trav::traversal<Strategy>(Objects<Data>{&heap}, policy, store);
                for (Node const root : heap.roots) traversal.push_root(root);
                CHECK(traversal.run());
                CHECK(policy.arrivals == expected);
                CHECK(policy.firsts == nodes);
                CHECK(policy.sound);
                for (auto& object : heap.objects) {
                    Data arrivals = 0;
                    for (auto const& [edge, times] : expected)
                        if (edge.second == object.id) arrivals += static_cast<Data>(times);
                    auto const found = store.find(&object);
                    CHECK((found ? 1 : 0) == (nodes.contains(object.id) ? 1 : 0));
                    if (found) CHECK(*found == arrivals);
                }
            });
        });
    });
}

TEST_CASE("every strategy visits each reached node once for a policy that says once", "[property]") {
    for_random_graphs(11, 20, 40, [](Shape const& shape) {
        Heap<> heap(shape);
        auto const expected = expected_nodes(shape);
        for_each_strategy<OrderedObjects<>, CountNodes>([&]<class Strategy>(char const* strategy) {
            INFO(strategy << ", " << shape.name);
            CHECK(trav::traverse<Strategy>(OrderedObjects<>{{&heap}}, heap.roots, CountNodes{}).nodes ==
                  expected);
        });
    });
}

TEST_CASE("a pass forgets the previous one, with every strategy and store, a thousand times", "[property]") {
    RandomGraphs random(12);
    Shape shape = random.graph(9, 30);
    Heap<Data> heap(shape);
    for_each_store(heap, [&]<class Store>(Store& store, char const* name) {
        for_each_strategy<Objects<Data>, CountArrivals, Store>([&]<class Strategy>(char const* strategy) {
            INFO(strategy << ", " << name);
            CountArrivals policy;
            auto traversal = trav::traversal<Strategy>(Objects<Data>{&heap}, policy, store);
            for (int pass = 0; pass < 1000; ++pass) {
                shape.roots = {random.below(shape.size()),
                               random.below(shape.size())};  // so that passes differ
                policy = {};
                traversal.begin_pass();
                for (int const root : shape.roots) traversal.push_root(heap.at(root));
                traversal.run();
                if (policy.arrivals != expected_arrivals(shape) || policy.firsts != expected_nodes(shape) ||
                    !policy.sound)
                    FAIL("pass " << pass);
            }
        });
    });
}

namespace {

/// Passes up the number of nodes below each node; on a tree, the size of the subtree.
struct SubtreeSize {
    using node_data = Data;
    using returned = Data;
    void leave(auto& here) {
        here.data = here.returned + 1;
        here.to_parent += here.returned + 1;
    }
};

Data size_below(Shape const& tree, int node) {  // recursively
    Data size = 1;
    for (int const child : tree.children[static_cast<std::size_t>(node)]) size += size_below(tree, child);
    return size;
}

/// Passes down the distance from the root.
struct Depth {
    using node_data = Data;
    using inherited = Data;
    void visit(auto& here) {
        here.data = here.inherited;
        here.to_children = here.inherited + 1;
    }
    Depth split() const { return {}; }
    void merge(Depth&&) {}
};
struct FirstDepth : Depth {
    void visit(auto& here) {
        if (here.first) Depth::visit(here);
    }
};

struct Unmovable {
    int visits = 0;
    std::unique_ptr<int> state = std::make_unique<int>(0);
    Unmovable() = default;
    Unmovable(Unmovable&&) = delete;
    void visit(auto&) { ++visits, ++*state; }
};
struct MoveOnly {
    std::unique_ptr<int> visits = std::make_unique<int>(0);
    void visit(auto&) { ++*visits; }
};
struct Calls {
    std::vector<int> calls{};
    void visit(auto& here) { calls.push_back(here.node->id); }
    void leave(auto& here) { calls.push_back(-here.node->id); }
};

}  // namespace

TEST_CASE("values passed up and down a tree agree with their definitions", "[property]") {
    RandomGraphs random(13);
    for (int round = 0; round < 50; ++round) {
        Shape tree = random.graph(8, 40);
        tree.roots = {0};
        std::vector<Data> depth(tree.children.size());
        for (std::size_t from = 0; from < tree.children.size(); ++from)  // parents have the smaller numbers
            for (int const to : tree.children[from]) depth[static_cast<std::size_t>(to)] = depth[from] + 1;
        Heap<Data> heap(tree);
        for_each_store(heap, [&]<class Store>(Store& store, char const* name) {
            INFO(name);
            SubtreeSize sizes;
            CHECK(trav::traverse(Objects<Data>{&heap}, heap.roots, sizes, store).returned ==
                  size_below(tree, 0));
            for (auto& object : heap.objects) CHECK(*store.find(&object) == size_below(tree, object.id));
            for_each_strategy<Objects<Data>, Depth, Store>([&]<class Strategy>(char const* strategy) {
                INFO(strategy);
                Depth depths;
                trav::traverse<Strategy>(Objects<Data>{&heap}, heap.roots, depths, store);
                for (auto& object : heap.objects)
                    CHECK(*store.find(&object) == depth[static_cast<std::size_t>(object.id)]);
            });
        });
    }
}

TEST_CASE("breadth first arrives first by a shortest path", "[property]") {
    for_random_graphs(14, 10, 30, [](Shape const& shape) {
        Heap<Data> heap(shape);
        std::vector<Data> distance(shape.children.size(), ~0u);
        for (int const root : shape.roots)
            if (root >= 0) distance[static_cast<std::size_t>(root)] = 0;
        for (bool changed = true; changed;) {  // Bellman and Ford
            changed = false;
            for (std::size_t from = 0; from < shape.children.size(); ++from)
                for (int const to : shape.children[from])
                    if (to >= 0 && distance[from] != ~0u &&
                        distance[from] + 1 < distance[static_cast<std::size_t>(to)]) {
                        distance[static_cast<std::size_t>(to)] = distance[from] + 1;
                        changed = true;
                    }
        }
        FirstDepth policy;
        trav::Hashed<Node, Data> store;
        trav::traverse<trav::BreadthFirst>(Objects<Data>{&heap}, heap.roots, policy, store);
        for (auto& object : heap.objects)
            if (auto const* found = store.find(&object))
                CHECK(*found == distance[static_cast<std::size_t>(object.id)]);
    });
}

TEST_CASE("a policy is used by reference, and an rvalue is returned") {
    Heap<> heap(shape("a:bc b: c:", "a"));
    Objects<> const graph{&heap};

    Unmovable policy;
    trav::traverse(graph, heap.roots, policy);
    trav::TraverseHeap traversal(graph, policy);
    traversal.push_root(heap.at(0));
    traversal.run();
    CHECK(policy.visits == 6);
    CHECK(*policy.state == 6);

    CHECK(*trav::traverse(graph, heap.roots, MoveOnly{}).visits == 3);
    CHECK(*trav::traverse<trav::MarkStack>(graph, heap.roots, MoveOnly{}).visits == 3);
}

TEST_CASE("roots are any range of nodes") {
    Heap<> heap(shape("a:b b: c:", "a"));
    Objects<> const graph{&heap};
    int visits = 0;
    auto const count = [&](auto&) { ++visits; };
    trav::traverse(graph, std::array{heap.at(0), heap.at(2)}, count);
    CHECK(visits == 3);
    Obj<>* const roots[] = {heap.at(1), heap.at(2)};
    trav::traverse(graph, roots, count);
    CHECK(visits == 5);
    trav::traverse(graph, {heap.at(1), heap.at(2)}, count);
    CHECK(visits == 7);
    trav::traverse<trav::BreadthFirst>(graph, {heap.at(0)}, [&](auto&) { ++visits; });
    CHECK(visits == 9);
    CHECK_FALSE(trav::traverse(graph, std::vector<Obj<>*>{}, count).stopped);
    CHECK(visits == 9);
}

TEST_CASE("a traversal has its own store, or uses a given one") {
    Heap<> heap(shape("a:b b: c:", "a"));
    int visits = 0;
    auto count = [&](auto&) { ++visits; };

    trav::Hashed<Obj<>*> mine;
    trav::TraverseHeap uses_mine(Objects<>{&heap}, count, mine);
    uses_mine.push_root(heap.at(0));
    uses_mine.run();
    CHECK(mine.find(heap.at(1)));
    CHECK_FALSE(mine.find(heap.at(2)));
    CHECK(&uses_mine.store() == &mine);

    trav::TraverseHeap owns(Objects<>{&heap}, count, trav::Hashed<Obj<>*>{});
    owns.push_root(heap.at(2));
    owns.run();
    CHECK(owns.store().find(heap.at(2)));
    CHECK(visits == 3);
    static_assert(std::is_same_v<
                  decltype(trav::TraverseHeap(Objects<>{}, count)),
                  trav::TraverseHeap<Objects<>, decltype(count),
                                     trav::Dense<trav::detail::Absent<0>, trav::GraphIndex<Objects<>>>>>);
}

TEST_CASE("step: one arrival or one return at a time, and the same calls") {
    Heap<> heap(shape("a:bc b:c c:", "a"));
    Calls ran, stepped;
    trav::traverse(Objects<>{&heap}, heap.roots, ran);
    trav::TraverseHeap traversal(Objects<>{&heap}, stepped);
    CHECK(traversal.idle());
    traversal.push_root(heap.at(0));
    int steps = 0;
    for (; !traversal.idle(); ++steps) traversal.step();
    CHECK(stepped.calls == ran.calls);
    CHECK(steps >= 4);  // arrivals
}

TEST_CASE("a pass begins without arrivals, result or statistics") {
    Heap<Data> heap(shape("a:b b: c:", "a"));
    SubtreeSize sizes;
    auto traversal = trav::traversal<trav::Counted<trav::DepthFirst>>(Objects<Data>{&heap}, sizes);
    traversal.push_root(heap.at(2));
    traversal.begin_pass();
    CHECK(traversal.idle());
    traversal.push_root(heap.at(0));
    CHECK(traversal.run());
    CHECK(traversal.returned() == 2);
    traversal.begin_pass();
    traversal.push_root(heap.at(1));
    CHECK(traversal.run());
    CHECK(traversal.returned() == 1);
    CHECK(traversal.statistics().visits == 1);
    std::vector const roots{heap.at(0), heap.at(2)};
    CHECK(trav::traverse(Objects<Data>{&heap}, roots, sizes).returned == 3);
}

TEST_CASE("after a visit that stops or throws, nothing waits, and no other root is visited") {
    Heap<> heap(shape("a:bc b: c: d: e:", "ade"));
    bool const throws = GENERATE(false, true);
    for_each_strategy([&]<class Strategy>(char const* name) {
        INFO(name);
        int visits = 0;
        auto ends = [&](auto&) {
            if (++visits != 1) return trav::go::down;
            if (throws) throw 1;
            return trav::go::stop;
        };
        auto traversal = trav::traversal<Strategy>(Objects<>{&heap}, ends);
        for (auto* const root : heap.roots) traversal.push_root(root);
        if (throws) CHECK_THROWS_AS(traversal.run(), int);
        else CHECK_FALSE(traversal.run());
        CHECK(traversal.idle());
        visits = 0;
        if (throws) CHECK_THROWS_AS(trav::traverse<Strategy>(Objects<>{&heap}, heap.roots, ends), int);
        else CHECK(trav::traverse<Strategy>(Objects<>{&heap}, heap.roots, ends).stopped);
        CHECK(visits == 1);
    });
}

TEST_CASE("after_run() of a store is called when a traversal has ended") {
    struct Told : trav::Hashed<Obj<>*> {
        int runs = 0;
        void after_run() { ++runs; }
    } store;
    Heap<> heap(shape("a:b b:", "a"));
    bool throws = false;
    auto visit = [&](auto&) {
        if (throws) throw 1;
    };
    for (; store.runs != 4; throws = true) {
        int const before = store.runs;
        trav::TraverseHeap traversal(Objects<>{&heap}, visit, store);
        traversal.push_root(heap.at(0));
        if (throws) CHECK_THROWS(traversal.run());
        else traversal.run();
        REQUIRE(store.runs == before + 1);
        if (throws) CHECK_THROWS(trav::traverse(Objects<>{&heap}, heap.roots, visit, store));
        else trav::traverse(Objects<>{&heap}, heap.roots, visit, store);
        REQUIRE(store.runs == before + 2);
    }
}

namespace {

/// The numbers from `first` up to, but not including, `last`, as a range that owns nothing.
struct Numbers {
    using node = std::uint32_t;
    struct Iterator {
        node at;
        node operator*() const { return at; }
        Iterator& operator++() { return ++at, *this; }
        bool operator==(Iterator const&) const = default;
        std::ptrdiff_t operator-(Iterator const& other) const {
            return static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(other.at);
        }
        Iterator operator+(std::ptrdiff_t n) const { return {at + static_cast<node>(n)}; }
        node operator[](std::ptrdiff_t n) const { return *(*this + n); }
    };
    node first, last;
    Iterator begin() const { return {first}; }
    Iterator end() const { return {last}; }
};

constexpr std::uint32_t big = 10'000'000;

/// A list: the cell 2n has the value 2n + 1 and the tail 2n + 2.
struct List {
    using node = std::uint32_t;
    Numbers children(node n) const {
        if (n % 2 == 1) return {0, 0};
        return {n + 1, n + 3 < 2 * big ? n + 3 : n + 2};
    }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return 2 * big; }
};

/// Object 0, with all other objects as its children.
struct Wide {
    using node = std::uint32_t;
    Numbers children(node n) const { return n == 0 ? Numbers{1, big + 1} : Numbers{0, 0}; }
    std::size_t index(node n) const { return n; }
    std::size_t count() const { return big + 1; }
};

struct Visit {
    std::size_t visits = 0;
    void visit(auto&) { ++visits; }
};
struct VisitAndLeave : Visit {
    std::size_t left = 0;
    void leave(auto&) { ++left; }
};

/// Walks from 0 and returns the maximum size of the frontier.
template <class Strategy>
std::size_t max_frontier(auto const& graph, auto& policy) {
    auto traversal = trav::traversal<trav::Counted<Strategy>>(graph, policy);
    traversal.push_root(0);
    traversal.run();
    CHECK(policy.visits == graph.count());
    CHECK(traversal.statistics().visits == graph.count());
    CHECK(traversal.statistics().objects == graph.count());
    return traversal.statistics().max_frontier;
}

}  // namespace

TEST_CASE("a list of ten million cells is walked") {
    Visit first, second, third, fourth;
    VisitAndLeave leaving;
    CHECK(max_frontier<trav::DepthFirst>(List{}, first) == 1);
    CHECK(max_frontier<trav::DepthFirst>(List{}, leaving) ==
          big);  // every cell remains open until the last one is left
    CHECK(leaving.left == 2 * big);
    CHECK(max_frontier<trav::MarkStack>(List{}, second) == big);  // a value waits for each cell
    CHECK(max_frontier<trav::BreadthFirst>(List{}, third) == 1);
    CHECK(max_frontier<trav::Prefetch<>>(List{}, fourth) <= big);
}

TEST_CASE("an object with ten million children is walked") {
    Visit first, second, third, fourth;
    VisitAndLeave leaving;
    CHECK(max_frontier<trav::DepthFirst>(Wide{}, first) == 1);
    CHECK(max_frontier<trav::DepthFirst>(Wide{}, leaving) == 1);
    CHECK(leaving.left == big + 1);
    CHECK(max_frontier<trav::MarkStack>(Wide{}, second) <= trav::detail::slice + 1);
    CHECK(max_frontier<trav::BreadthFirst>(Wide{}, third) == 1);
    CHECK(max_frontier<trav::Prefetch<>>(Wide{}, fourth) == big);
}
