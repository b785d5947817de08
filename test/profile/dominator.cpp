#include "brute_force.hpp"
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/graph/csr.hpp>
#include <trav/profile/dominator.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

using test::Node;

namespace {

using Nodes = std::vector<Node>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

template <class Range>
Nodes listed(Range const& range) {
    Nodes all;
    for (Node const n : range) all.push_back(n);
    return all;
}
Nodes sorted(Nodes nodes) {
    std::ranges::sort(nodes, {}, &test::Obj<>::id);
    return nodes;
}

/// Compares all results of a tree with the definition.
void check_tree(auto const& tree, test::Heap<>& heap, std::vector<std::vector<bool>> const& dominated) {
    int const n = static_cast<int>(dominated.size());
    Nodes top, all;
    std::vector<Nodes> children(at(n));
    trav::Amount total;
    bool right = true;
    for (int b = 0; b < n; ++b) {
        Node const object = heap.at(b);
        bool const reached = dominated[at(b)][at(b)];
        right = right && tree.reached(object) == reached;
        trav::Amount retained;
        Nodes retained_set;
        Node idom = nullptr;
        for (int a = 0; a < n; ++a) {
            right = right && tree.dominates(heap.at(a), object) == dominated[at(a)][at(b)];
            if (dominated[at(b)][at(a)]) {
                retained += {test::bytes_of(a), 1};
                retained_set.push_back(heap.at(a));
            }
            // the nearest of the proper dominators: the one that all the others dominate
            if (a != b && dominated[at(a)][at(b)] && (!idom || dominated[at(idom->id)][at(a)]))
                idom = heap.at(a);
        }
        right = right && tree.retained(object) == retained &&
                sorted(listed(tree.dominated(object))) == retained_set;
        std::vector<Node> above;
        for (int a = 0; a < n; ++a)
            if (a != b && dominated[at(a)][at(b)]) above.push_back(heap.at(a));
        right = right && sorted(listed(tree.dominators(object))) == above;
        right = right && tree.idom(object) == (idom ? std::optional(idom) : std::nullopt);
        if (!reached) continue;
        (idom ? children[at(idom->id)] : top).push_back(object);
        all.push_back(object);
        total += {test::bytes_of(b), 1};
    }
    for (int a = 0; a < n; ++a) right = right && sorted(listed(tree.children(heap.at(a)))) == children[at(a)];
    CHECK(right);
    CHECK(sorted(listed(tree.top())) == top);
    CHECK(sorted(listed(tree.preorder())) == all);
    CHECK(tree.total() == total);
}

}  // namespace

TEST_CASE("dominators: equal those found by removing every node, in graphs of every shape", "[property]") {
    test::for_random_graphs(1, 12, 40, [](test::Shape const& shape) {
        INFO(shape.name);
        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};
        check_tree(trav::dominators(graph, heap.roots), heap, test::dominated(shape));
    });
    test::for_random_graphs(2, 1, 200, [](test::Shape const& shape) {
        INFO(shape.name);
        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};
        check_tree(trav::dominators<std::uint64_t>(graph, heap.roots), heap, test::dominated(shape));
    });
}

TEST_CASE("dominators: sparse graphs may have many edges back and across", "[property]") {
    test::RandomGraphs random(3);
    for (int round = 0; round < 150; ++round) {
        int const n = 2 + random.below(60);
        test::Shape shape{"", std::vector<std::vector<int>>(at(n)), {0}};
        for (int i = 1; i < n; ++i)
            shape.children[at(random.below(4) != 0 ? i - 1 : random.below(i))].push_back(i);
        for (int extra = random.below(n); extra > 0; --extra)
            shape.children[at(random.below(n))].push_back(random.below(n));
        if (random.below(3) == 0) shape.roots.push_back(random.below(n));
        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};
        check_tree(trav::dominators(graph, heap.roots), heap, test::dominated(shape));
    }
}

TEST_CASE("dominators: may be far above the parents", "[property]") {
    test::RandomGraphs random(4);
    for (int round = 0; round < 100; ++round) {
        // a list; something above refers to its elements, too, and to other links
        int const length = 2 + random.below(100);
        test::Shape shape{"", std::vector<std::vector<int>>(at(2 * length)), {0}};
        for (int i = 0; i != length; ++i) {
            if (i + 1 != length) shape.children[at(i)].push_back(i + 1);
            shape.children[at(i)].push_back(length + i);
        }
        int const most = 1 + random.below(length);
        for (int i = 0; i != length; ++i)
            if (random.below(8) != 0) shape.children[at(random.below(most))].push_back(length + i);
        for (int extra = random.below(4); extra > 0; --extra)
            shape.children[at(random.below(length))].push_back(random.below(length));
        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};
        check_tree(trav::dominators(graph, heap.roots), heap, test::dominated(shape));
    }
}

TEST_CASE("dominators: do not depend on the order of children and roots", "[property]") {
    std::mt19937 random(4);
    test::for_random_graphs(5, 6, 60, [&](test::Shape shape) {
        INFO(shape.name);
        auto const expected = test::dominated(shape);
        for (auto& children : shape.children) std::ranges::shuffle(children, random);
        std::ranges::shuffle(shape.roots, random);
        test::Heap<> heap(shape);
        test::SizedObjects const graph{&heap};
        check_tree(trav::dominators(graph, heap.roots), heap, expected);
    });
}

TEST_CASE("dominators: there may be many objects, with edges across from far away", "[unit]") {
    // two lists of 150,000; each thousandth object of the second refers to one of the first, and the last
    // object of the second refers back to its first
    constexpr std::uint32_t length = 150'000, step = 1000;
    std::vector<std::uint32_t> offsets{0, 2}, targets{1, 1 + length}, sizes{1};
    for (std::uint32_t n = 1; n <= 2 * length; ++n) {
        if (n != length && n != 2 * length) targets.push_back(n + 1);
        if (n > length && n % step == 0) targets.push_back(n - length);
        if (n == 2 * length) targets.push_back(length + 1);
        offsets.push_back(static_cast<std::uint32_t>(targets.size()));
        sizes.push_back(1);
    }
    trav::Csr<std::uint32_t, std::uint32_t, std::uint32_t> const graph{offsets, targets, sizes};
    auto const tree = trav::dominators(graph, {0});
    bool right = true;
    for (std::uint32_t n = 1; n <= length; ++n) {
        std::uint32_t const next = (n / step + 1) * step;  // a target of the second list
        right = right && tree.idom(n) == (n % step == 0 ? 0 : n - 1) &&
                tree.retained(n).objects == (n == length ? 1 : next - n) &&
                tree.idom(length + n) == (n == 1 ? 0 : length + n - 1) &&
                tree.retained(length + n).objects == length + 1 - n;
    }
    CHECK(right);
    CHECK(tree.retained(0).bytes == 2 * length + 1);
}

TEST_CASE("dominators: an edge across may come from any number of nodes away", "[unit]") {
    // The root, 0, leads to a list and to y. A node of the list also leads to x, as does y. In depth-first
    // order a node n has number n + 1, and y comes last. Edges to numbers below 65,536 are in one list, those
    // to the next 65,536 in another.
    for (std::uint32_t const x : {2u, 65'600u})
        for (std::uint32_t const away : {65'534u, 65'535u, 65'536u, 131'069u, 131'070u, 131'071u}) {
            std::uint32_t const y = away - 1 + (x == 2 ? 0 : 65'536);
            std::vector<std::uint32_t> offsets{0}, targets;
            auto const leads_to = [&](std::initializer_list<std::uint32_t> nodes) {
                targets.insert(targets.end(), nodes);
                offsets.push_back(static_cast<std::uint32_t>(targets.size()));
            };
            leads_to({1, y});
            for (std::uint32_t n = 1; n != y; ++n)
                if (n == x - 1) leads_to({x, x + 1});
                else if (n == x || n + 1 == y) leads_to({});
                else leads_to({n + 1});
            leads_to({x});
            trav::Csr<> const graph(offsets, targets);
            auto const tree = trav::dominators(graph, std::vector{0u});
            INFO(x << ", " << away);
            CHECK(tree.idom(x) == 0u);
            CHECK(tree.idom(y) == 0u);
            bool right = true;
            for (std::uint32_t n = 1; n != y; ++n)
                right = right && (n == x || tree.idom(n) == (n == x + 1 ? x - 1 : n - 1));
            CHECK(right);
        }
}

TEST_CASE("dominators: children with numbers near their parent's come first", "[unit]") {
    constexpr unsigned far = 1 << 14;
    std::vector<std::vector<unsigned>> children(far + 6);
    children[0] = {far, far + 5, far - 1, 1};
    children[1] = {far + 1, far + 2};
    children[far + 5] = {2, far + 4};
    std::vector<unsigned> offsets{0}, targets;
    for (auto const& some : children) {
        targets.insert(targets.end(), some.begin(), some.end());
        offsets.push_back(static_cast<unsigned>(targets.size()));
    }
    trav::Csr<> const graph(offsets, targets);
    auto const tree = trav::dominators(graph, std::vector{0u});
    auto const nodes = tree.preorder();
    CHECK(std::vector(nodes.begin(), nodes.end()) ==
          std::vector{0u, far - 1, 1u, far + 1, far + 2, far, far + 5, far + 4, 2u});
}

TEST_CASE("dominators: the paper's example has the paper's tree", "[unit]") {
    // Lengauer and Tarjan 1979, figure 1: its root is m here; figure 3 is its dominator tree.
    test::Heap<> heap(test::shape("a:d b:ade c:fg d:l e:h f:i g:ij h:ek i:k j:i k:im l:h m:abc", "m"));
    test::SizedObjects const graph{&heap};
    auto const tree = trav::dominators(graph, heap.roots);
    std::string idoms;
    for (int i = 0; i < 12; ++i) idoms += static_cast<char>('a' + (*tree.idom(heap.at(i)))->id);
    CHECK(idoms == "mmmmmccmmgmd");
    CHECK(!tree.idom(heap.at(12)));
    CHECK(listed(tree.dominators(heap.at(9))) == Nodes{heap.at(6), heap.at(2), heap.at(12)});  // j: g, c, m
    CHECK(tree.dominators(heap.at(12)).empty());
}

TEST_CASE("dominators: a small heap has the tree that a reader expects", "[unit]") {
    // a holds b and c, which share d; d holds e. f is another root, and refers to c; g and h are garbage.
    test::Heap<> heap(test::shape("a:bbc b:d c:d- d:eed e:a f:c g:h h:a", "a-fa"));
    test::SizedObjects const graph{&heap};
    auto const tree = trav::dominators(graph, heap.roots);
    auto const node = [&](char name) { return heap.at(name - 'a'); };
    CHECK(tree.idom(node('b')) == node('a'));
    CHECK(tree.idom(node('e')) == node('d'));
    CHECK(!tree.idom(node('d')));  // a and f together hold it
    CHECK(!tree.idom(node('a')));  // a root, though e refers to it
    CHECK(!tree.idom(node('g')));
    CHECK_FALSE(tree.reached(node('g')));
    CHECK_FALSE(tree.dominates(node('g'), node('h')));
    CHECK_FALSE(tree.dominates(node('a'), node('h')));
    CHECK(tree.retained(node('a')) == trav::Amount{8 + 16, 2});
    CHECK(tree.retained(node('d')) == trav::Amount{32 + 40, 2});
    CHECK(tree.retained(node('g')) == trav::Amount{});
    CHECK(listed(tree.top()) == Nodes{node('a'), node('d'), node('c'), node('f')});
    CHECK(listed(tree.preorder()) == Nodes{node('a'), node('b'), node('d'), node('e'), node('c'), node('f')});
    CHECK(listed(tree.children(node('g'))).empty());
    CHECK(tree.dominated(node('g')).empty());

    CHECK_FALSE(tree.reached(nullptr));
    CHECK_FALSE(tree.dominates(nullptr, node('b')));
    CHECK(tree.retained(nullptr) == trav::Amount{});

    std::vector<Node> walked;
    std::vector<std::size_t> depths;
    tree.walk([&](trav::Retainment<Node> const& object) {
        walked.push_back(object.node);
        depths.push_back(object.depth);
        CHECK(object.own == trav::Amount{test::bytes_of(object.node->id), 1});
        CHECK(object.retained == tree.retained(object.node));
    });
    CHECK(walked == listed(tree.preorder()));
    CHECK(depths == std::vector<std::size_t>{0, 1, 0, 1, 0, 0});
    walked.clear();
    tree.walk([&](auto const& object) {
        walked.push_back(object.node);
        return object.node != node('a');
    });
    CHECK(walked == Nodes{node('a'), node('d'), node('e'), node('c'), node('f')});
}

TEST_CASE("dominators: the largest come first, equal ones in preorder", "[unit]") {
    std::vector<std::uint32_t> const offsets{0, 4, 4, 4, 5, 5, 5}, targets{1, 2, 3, 4, 5};
    std::vector<std::uint32_t> const sizes{1, 7, 5, 3, 7, 4};
    trav::Csr<std::uint32_t, std::uint32_t, std::uint32_t> const graph(offsets, targets, sizes);
    auto const tree = trav::dominators(graph, std::vector{0u});
    using Found = std::vector<std::uint32_t>;
    CHECK(tree.largest(0) == Found{});
    CHECK(tree.largest(4) == Found{0, 1, 3, 4});
    CHECK(tree.largest(100) == Found{0, 1, 3, 4, 2, 5});
    CHECK(tree.idom(5) == 3u);
    CHECK(trav::dominators(graph, std::vector<std::uint32_t>{}).largest(3) == Found{});
    CHECK(trav::dominators(graph, std::vector<std::uint32_t>{}).total() == trav::Amount{});
}

TEST_CASE("dominators: roots may be added for unreached objects", "[unit]") {
    // 0 -> 1 -> 2, 3 -> 2, 3 -> 4
    std::vector<std::uint32_t> const offsets{0, 1, 2, 2, 4, 4}, targets{1, 2, 2, 4};
    trav::Csr const graph(offsets, targets);
    std::vector<bool> seen;
    trav::DominatorTree const tree(graph, std::vector{0u}, [&](auto const& reached) {
        for (std::uint32_t n = 0; n != 5; ++n) seen.push_back(reached(n));
        return std::vector{3u};
    });
    CHECK(seen == std::vector<bool>{true, true, true, false, false});
    CHECK(tree.idom(4) == 3u);
    CHECK(tree.idom(1) == 0u);
    CHECK_FALSE(tree.idom(2));  // two roots lead to it
}

TEST_CASE("dominators: the tree is a graph", "[unit]") {
    std::vector<std::uint32_t> const offsets{0, 2, 3, 4, 4}, targets{1, 2, 3, 3};
    trav::Csr const graph(offsets, targets);  // without sizes
    auto const tree = trav::dominators(graph, std::vector{0u});
    STATIC_REQUIRE(trav::Graph<std::remove_cvref_t<decltype(tree)>>);
    std::vector<std::uint32_t> visited;
    trav::traverse(tree, tree.top(), [&](auto& here) { visited.push_back(here.node); });
    CHECK(visited == std::vector<std::uint32_t>{0, 1, 3, 2});
}

namespace {

/// Pointers to objects may have their lowest bit set, and may point to a stand-in.
struct Tagged {
    using node = Node;
    static node tag(node n) { return reinterpret_cast<node>(reinterpret_cast<std::uintptr_t>(n) | 1); }
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return 8; }
    node resolve(node n) const {
        n = reinterpret_cast<node>(reinterpret_cast<std::uintptr_t>(n) & ~std::uintptr_t{1});
        return n->id == 1 ? n->fields[0] : n;  // b stands for its first child
    }
};

}  // namespace

TEST_CASE("dominators: handles are resolved", "[unit]") {
    test::Heap<> heap(test::shape("a:bd b:c c: d:c", "a"));
    heap.objects[0].fields[1] = Tagged::tag(heap.at(3));
    Tagged const graph;
    auto const tree = trav::dominators(graph, std::vector{Tagged::tag(heap.at(0))});
    CHECK(tree.idom(heap.at(1)) == heap.at(0));  // c's dominator; d holds c, too
    CHECK(tree.retained(Tagged::tag(heap.at(0))) == trav::Amount{24, 3});
    CHECK(tree.dominated(heap.at(1)).front() == heap.at(2));
}

TEST_CASE("dominators: a chain may have 10^6 links, there and back", "[unit]") {
    constexpr std::uint32_t n = 1'000'000;
    std::vector<std::uint32_t> offsets{0}, targets, sizes(n, 8);
    for (std::uint32_t i = 0; i != n; ++i) {
        if (i + 1 != n) targets.push_back(i + 1);
        if (i != 0) targets.push_back(i - 1);
        if (i + 1 == n) targets.push_back(0), targets.push_back(n / 2);
        offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    trav::Csr<std::uint32_t, std::uint32_t, std::uint32_t> const graph(offsets, targets, sizes);
    auto const tree = trav::dominators(graph, std::vector{0u});
    bool right = true;
    for (std::uint32_t i = 1; i != n; ++i)
        right = right && tree.idom(i) == i - 1 &&
                tree.retained(i) == trav::Amount{8 * std::uint64_t{n - i}, n - i};
    CHECK(right);
    CHECK(tree.dominates(1, n - 1));
    CHECK_FALSE(tree.dominates(n - 1, 1));
    auto const from_both_ends = trav::dominators(graph, std::vector{0u, n - 1});
    std::uint32_t count = 0;
    for (auto const top : from_both_ends.top()) count += top < n;
    CHECK(count == n);
}

TEST_CASE("dominators: an array refers to the elements of a list of 10^6 links", "[unit]") {
    constexpr std::uint32_t n = 1'000'000, array = 2 * n + 1;  // links 1 to n, then the elements
    std::vector<std::uint32_t> offsets{0, 2}, targets{1, array}, sizes(2 * n + 2, 8);
    for (std::uint32_t i = 1; i <= n; ++i) {
        if (i != n) targets.push_back(i + 1);
        targets.push_back(n + i);
        offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    offsets.resize(array + 1, offsets.back());
    for (std::uint32_t i = 1; i <= n; ++i) targets.push_back(n + i);
    offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    trav::Csr<std::uint32_t, std::uint32_t, std::uint32_t> const graph(offsets, targets, sizes);
    auto const tree = trav::dominators(graph, std::vector{0u});
    bool right = true;
    for (std::uint32_t i = 1; i <= n; ++i)
        right = right && tree.idom(i) == i - 1 && tree.retained(i).objects == n - i + 1 &&
                tree.idom(n + i) == 0 && tree.retained(n + i).objects == 1;
    CHECK(right);
    CHECK(tree.retained(array).objects == 1);
}

TEST_CASE("dominators: an index that is too narrow is refused", "[unit]") {
    auto const chain = [](int n, int back) {
        test::Shape shape{"", std::vector<std::vector<int>>(at(n)), {0}};
        for (int i = 1; i < n; ++i) shape.children[at(i - 1)].push_back(i);
        for (int i = 0; i < back; ++i) shape.children[at(n - 1)].push_back(0);
        return shape;
    };
    auto const total = [&](int n, int back) {
        test::Heap<> heap(chain(n, back));
        test::SizedObjects const graph{&heap};
        return trav::dominators<std::uint8_t>(graph, heap.roots).total().objects;
    };
    CHECK(total(254, 255) == 254);
    CHECK_THROWS_WITH(total(255, 0), "trav: a dominator tree with more than 254 objects needs a wider index: "
                                     "trav::dominators<std::uint64_t>(graph, roots)");
    CHECK(total(2, 256) == 2);  // edges are not numbered
    test::Heap<> heap(chain(254, 255));
    test::SizedObjects const graph{&heap};
    check_tree(trav::dominators<std::uint8_t>(graph, heap.roots), heap, test::dominated(chain(254, 255)));
}
