// Numbers of graphs with more pending references than are under way at a time, for every way to
// list children.
#include "catch.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/numbered.hpp>
#include <trav/graph/csr.hpp>
#include <trav/store/dense.hpp>
#include <trav/store/hashed.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

using test::ListGraph;
using test::ListGraphInPieces;
using test::Lists;
using trav::Place;

/// Children of every third node are not in a row.
struct Mostly : ListGraphInPieces {
    std::span<int const> row(int n) const {
        if (n % 3 == 1) return {};
        return ListGraph::children(n);
    }
};
/// Nodes have indices and addresses.
struct Indexed : ListGraph {
    std::size_t index(int n) const { return static_cast<std::size_t>(n); }
    std::size_t count() const { return lists->size(); }
    void const* address(int n) const { return &(*lists)[static_cast<std::size_t>(n)]; }
};
/// Handles from 10000 on stand for nodes; every seventh for nothing.
struct Handles : ListGraphInPieces {
    int resolve(int n) const {
        if (n >= 10000 && n % 7 == 0) return -1;
        return n >= 10000 ? n - 10000 : n;
    }
};
/// Objects, as pointers.
struct Object {
    std::vector<Object*> fields;
};
struct Objects {
    using node = Object*;
    std::vector<Object*> const& children(Object* n) const { return n->fields; }
};

template <class G>
using Store = trav::Hashed<trav::node_t<G>, Place>;

/// Checks numbers against the lists; `number_of(node)` is a node's index there, -1 for a null one.
template <class G>
void check_numbered(auto const& numbered, Lists const& lists, std::vector<int> const& roots,
                    std::vector<typename G::node> const& seen, auto number_of) {
    std::vector<bool> reached(lists.size());
    std::vector<int> found;
    auto const add = [&](int n) {
        if (n < 0 || reached[static_cast<std::size_t>(n)]) return;
        reached[static_cast<std::size_t>(n)] = true;
        found.push_back(n);
    };
    for (int const root : roots) add(root);
    std::size_t const count_of_roots = found.size();
    for (std::size_t i = 0; i != found.size(); ++i)
        for (int const child : lists[static_cast<std::size_t>(found[i])]) add(child);

    REQUIRE(numbered.size() == found.size());
    CHECK(numbered.roots() == count_of_roots);
    CHECK(numbered.reached() == found.size());
    REQUIRE(seen.size() == found.size());
    std::vector<bool> numbers(lists.size());
    std::size_t references = 0, wrong = 0;
    for (std::size_t i = 0; i != found.size(); ++i) {
        auto const place = static_cast<Place>(i);
        int const n = number_of(numbered.node(place));
        auto const at = static_cast<std::size_t>(n);
        if (n < 0 || !reached[at] || numbers[at]) FAIL("not reached, or twice: " << n);
        numbers[at] = true;
        wrong += number_of(seen[i]) != n;
        wrong += i < count_of_roots && n != found[i];
        auto const place_of = numbered.find(numbered.node(place));
        wrong += !place_of || *place_of != place;
        std::vector<int> expected, children;
        for (int const child : lists[at])
            if (child >= 0) expected.push_back(child);
        for (Place const child : numbered.children(place)) {
            if (child >= found.size()) FAIL("no place: " << child);
            children.push_back(number_of(numbered.node(child)));
        }
        wrong += children != expected;
        references += children.size();
    }
    CHECK(wrong == 0);
    CHECK(numbered.references().size() == references);
}

template <class G>
void check(G const& graph, Lists const& lists, std::vector<int> const& roots) {
    auto const number_of = [](int n) { return n; };
    trav::Numbered<G, Store<G>> numbered{Store<G>()};
    for (int round = 0; round != 2; ++round) {
        std::vector<int> seen;
        numbered.number(graph, roots, std::span<int const>{}, [&](int n) { seen.push_back(n); });
        check_numbered<G>(numbered, lists, roots, seen, number_of);
    }
}

void check_all(Lists const& lists, std::vector<int> const& roots) {
    check(ListGraph{&lists}, lists, roots);
    check(ListGraphInPieces{{&lists}}, lists, roots);
    check(Mostly{{{&lists}}}, lists, roots);
    check(Indexed{{&lists}}, lists, roots);
}

}  // namespace

TEST_CASE("numbering: graphs of many nodes, with many pending references", "[property]") {
    test::RandomGraphs random(8);
    for (int const most : {1, 3, 10, 100}) {
        CAPTURE(most);
        check_all(random.lists(1500, most), {5, 3, -1, 3, 1000});
    }
}

TEST_CASE("numbering: rows of many children, and many roots", "[unit]") {
    for (int const count : {31, 32, 33, 63, 64, 65, 66, 95, 96, 97, 128, 129, 130, 1000}) {
        CAPTURE(count);
        auto const size = static_cast<std::size_t>(count);
        Lists star(size + 1);  // the last refers to all others, which refer to the next
        for (int i = 0; i != count; ++i) {
            star[size].push_back(i);
            star[static_cast<std::size_t>(i)] = {(i + 1) % count, count};
        }
        check_all(star, {count});
        std::vector<int> roots;
        for (int i = count; i != 0; --i) roots.push_back(i);
        check_all(star, roots);
    }
}

TEST_CASE("numbering: a chain is numbered along it, and leaves near their parent", "[unit]") {
    Lists chain(500);
    for (int i = 0; i != 499; ++i) chain[static_cast<std::size_t>(i)] = {i + 1};
    ListGraph const graph{&chain};
    trav::Numbered<ListGraph, Store<ListGraph>> numbered{Store<ListGraph>()};
    numbered.number(graph, std::vector<int>{0}, std::vector<int>{}, [](int) {});
    for (Place i = 0; i != 500; ++i) CHECK(numbered.node(i) == static_cast<int>(i));
}

TEST_CASE("numbering: handles are resolved, and those that stand for nothing are dropped", "[property]") {
    test::RandomGraphs random(9);
    for (int const most : {2, 10, 100}) {
        Lists lists = random.lists(1200, most), resolved = lists;
        for (std::size_t n = 0; n != lists.size(); ++n)
            for (std::size_t i = 0; i != lists[n].size(); ++i)
                if (lists[n][i] >= 0 && random.below(3) == 0) {
                    lists[n][i] += 10000;
                    if (lists[n][i] % 7 == 0) resolved[n][i] = -1;
                }
        Handles const graph{{{&lists}}};
        trav::Numbered<Handles, Store<Handles>> numbered{Store<Handles>()};
        for (int round = 0; round != 2; ++round) {
            std::vector<int> seen;
            numbered.number(graph, std::vector<int>{10001, 10003, 2}, std::vector<int>{},
                            [&](int n) { seen.push_back(n); });
            // 10003 is 7 times 1429
            check_numbered<Handles>(numbered, resolved, {1, 2}, seen, [](int n) { return n; });
        }
    }
}

TEST_CASE("numbering: objects as pointers", "[property]") {
    test::RandomGraphs random(10);
    Lists const lists = random.lists(1000, 8);
    std::vector<Object> objects(1000);
    auto const at = [&](int n) { return n < 0 ? nullptr : &objects[static_cast<std::size_t>(n)]; };
    for (std::size_t i = 0; i != 1000; ++i)
        for (int const child : lists[i]) objects[i].fields.push_back(at(child));
    trav::Numbered<Objects, Store<Objects>> numbered{Store<Objects>()};
    std::vector<Object*> seen;
    numbered.number(Objects(), std::vector<Object*>{at(9), nullptr, at(0)}, std::vector<Object*>{},
                    [&](Object* n) { seen.push_back(n); });
    check_numbered<Objects>(numbered, lists, {9, 0}, seen, [&](Object* n) {
        return n == nullptr ? -1 : static_cast<int>(n - objects.data());
    });
}

TEST_CASE("numbering: rows in one array of any length, in a dense store", "[property]") {
    test::RandomGraphs random(11);
    for (int const most : {4, 5, 12, 200}) {
        Lists lists = random.lists(1000, most);
        std::vector<std::uint32_t> offsets{0}, targets;
        for (auto& list : lists) {
            std::erase(list, -1);
            for (int const child : list) targets.push_back(static_cast<std::uint32_t>(child));
            offsets.push_back(static_cast<std::uint32_t>(targets.size()));
        }
        trav::Csr const graph(offsets, targets);
        trav::Dense<Place> store(graph.count());
        trav::Numbered<trav::Csr<>, trav::Dense<Place>&> numbered(store);
        std::vector<std::uint32_t> seen;
        numbered.number(graph, std::vector<std::uint32_t>{999, 0}, std::vector<std::uint32_t>{},
                        [&](std::uint32_t n) { seen.push_back(n); });
        check_numbered<trav::Csr<>>(numbered, lists, {999, 0}, seen,
                                    [](std::uint32_t n) { return static_cast<int>(n); });
    }
}
