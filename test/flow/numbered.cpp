// test/flow/detail/numbered.cpp: tests that Numbered numbers exactly the objects found by a traversal by
// hand, each once and roots first, with children in order.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/random_graph.hpp"

#include <trav/flow/address_order.hpp>
#include <trav/flow/numbered.hpp>
#include <trav/graph/csr.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

using namespace test;

namespace {

using Node = Obj<trav::Place>*;

struct Fields {
    using node = Node;
    auto const& children(node n) const { return n->fields; }
};

/// Every seventh object is null, every fifth one stands for the next.
struct Handles : Fields {
    Heap<trav::Place>* heap;
    node resolve(node n) const {
        if (n->id % 7 == 3) return nullptr;
        return n->id % 5 == 4 ? heap->at((n->id + 1) % static_cast<int>(heap->objects.size())) : n;
    }
};

/// The nodes reachable in `graph`, found by hand, the roots first; or only the roots.
template <class G>
std::vector<Node> reached_by(G const& graph, std::vector<Node> const& roots, bool roots_alone = false) {
    std::vector<Node> found;
    auto const add = [&](Node handle) {
        if (!handle) return;
        Node const n = trav::resolve(graph, handle);
        if (n && std::ranges::find(found, n) == found.end()) found.push_back(n);
    };
    for (Node const root : roots) add(root);
    if (roots_alone) return found;
    for (std::size_t i = 0; i != found.size(); ++i) {
        auto const fields = found[i]->fields;
        for (Node const child : fields) add(child);
    }
    return found;
}

template <class G, class Store>
void check(G const& graph, std::vector<Node> const& roots, std::vector<Node> const& more,
           trav::Numbered<G, Store>& numbered) {
    auto all = roots;
    all.insert(all.end(), more.begin(), more.end());
    auto const expected = reached_by(graph, all), of_roots = reached_by(graph, roots);
    std::vector<Node> seen;
    numbered.number(graph, roots, more, [&](Node n) { seen.push_back(n); });
    CHECK(std::vector<Node>(numbered.nodes().begin(), numbered.nodes().end()) == seen);
    REQUIRE(numbered.size() == expected.size());
    CHECK(std::is_permutation(seen.begin(), seen.end(), expected.begin()));
    REQUIRE(numbered.reached() == of_roots.size());
    CHECK(std::is_permutation(of_roots.begin(), of_roots.end(), seen.begin()));
    std::vector<Node> const first = reached_by(graph, roots, true);
    REQUIRE(numbered.roots() == first.size());
    CHECK(std::equal(first.begin(), first.end(), seen.begin()));
    for (std::size_t i = 0; i != expected.size(); ++i) {
        auto const place = static_cast<trav::Place>(i);
        CHECK(numbered.node(place) == seen[i]);
        CHECK(*numbered.find(seen[i]) == place);
        std::vector<Node> children, found;
        for (Node const handle : seen[i]->fields)
            if (Node const n = handle ? trav::resolve(graph, handle) : nullptr) children.push_back(n);
        for (trav::Place const child : numbered.children(place)) found.push_back(numbered.node(child));
        CHECK(found == children);
    }
}

}  // namespace

TEST_CASE("numbered: numbers each object once, in any store, any number of times", "[property]") {
    for_random_graphs(32, 3, 60, [](Shape const& shape) {
        INFO(shape.name);
        Heap<trav::Place> heap(shape);
        for_each_store(heap, [&]<class Store>(Store& store, char const* kind) {
            INFO(kind);
            trav::Numbered<Fields, Store&> numbered(store);
            Node const last = heap.at(shape.size() - 1);
            check(Fields{}, heap.roots, {}, numbered);
            check(Fields{}, {last, nullptr, last}, heap.roots, numbered);
            check(Fields{}, heap.roots, {last, nullptr, heap.at(0), last}, numbered);
            check(Fields{}, {}, {}, numbered);
            check(Fields{}, {}, heap.roots, numbered);
            check(Fields{}, heap.roots, heap.roots, numbered);
        });
    });
}

TEST_CASE("numbered: resolves handles, and drops children that resolve to no object", "[property]") {
    for_random_graphs(33, 3, 60, [](Shape const& shape) {
        INFO(shape.name);
        Heap<trav::Place> heap(shape);
        Handles const graph{{}, &heap};
        trav::Hashed<Node, trav::Place> store;
        trav::Numbered<Handles, trav::Hashed<Node, trav::Place>&> numbered(store);
        check(graph, heap.roots, {heap.at(shape.size() - 1), heap.at(shape.size() / 2)}, numbered);
    });
}

TEST_CASE("numbered: rows in one array may have any length, up to its end") {
    // node n has n children: 0, 1, ..., n - 1
    std::vector<std::uint32_t> offsets{0}, targets;
    for (std::uint32_t n = 0; n != 12; ++n) {
        for (std::uint32_t child = 0; child != n; ++child) targets.push_back(child);
        offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    trav::Csr const graph(offsets, targets);
    trav::Dense<trav::Place> store(graph.count());
    trav::Numbered<trav::Csr<>, trav::Dense<trav::Place>&> numbered(store);
    numbered.number(graph, std::vector<std::uint32_t>{11}, std::vector<std::uint32_t>{}, [](auto) {});
    REQUIRE(numbered.size() == 12);
    for (trav::Place place = 0; place != 12; ++place) {
        std::vector<std::uint32_t> children;
        for (trav::Place const child : numbered.children(place)) children.push_back(numbered.node(child));
        std::vector<std::uint32_t> expected;
        for (std::uint32_t child = 0; child != numbered.node(place); ++child) expected.push_back(child);
        CHECK(children == expected);
    }
}

TEST_CASE("numbered: refuses more references than 32 bits can number, before reading them", "[unit]") {
    struct Huge {
        using node = std::uint32_t;
        std::uint64_t second;  // references of the second object; the first has two
        std::vector<std::uint32_t> row{1, 1, 1, 1};
        std::span<std::uint32_t const> children(node n) const {
            // its references do not exist, and must not be read
            return {row.data(), n == 0 ? std::size_t{2} : static_cast<std::size_t>(second)};
        }
        std::size_t index(node n) const { return n; }
        std::size_t count() const { return 2; }
    };
    if constexpr (sizeof(std::size_t) == 8) {
        using Store = trav::Dense<trav::Place, trav::GraphIndex<Huge>>;
        auto const number = [](std::uint64_t references) {
            Huge const graph{references};
            trav::Numbered<Huge, Store> numbered(Store(2, {&graph}));
            numbered.number(graph, std::vector<std::uint32_t>{0}, std::vector<std::uint32_t>{}, [](auto) {});
            return numbered.references().size();
        };
        CHECK(number(3) == 5);
        for (std::uint64_t const references :
             {std::uint64_t{0xFFFFFFFD}, std::uint64_t{1} << 32, std::uint64_t{1} << 40})
            CHECK_THROWS_AS(number(references), trav::TooManyObjects);
    }
}

TEST_CASE("numbers may be the slots of a memory order", "[property]") {
    test::for_random_graphs(2, 3, 60, [](test::Shape const& shape) {
        Heap<trav::Place> heap(shape);
        Fields const graph;
        std::vector<Node> roots;
        for (int const root : shape.roots)
            if (root >= 0) roots.push_back(heap.at(root));
        trav::detail::AddressOrder<Fields> order(graph);
        order.reach(roots);
        trav::Numbered<Fields, trav::detail::NoStore> numbered{trav::detail::NoStore{}};
        REQUIRE(numbered.number_by_slot(graph, order));

        auto const expected = reached_by(graph, roots);
        REQUIRE(numbered.size() == expected.size());
        CHECK(numbered.roots() == expected.size());  // any of them may be a source
        CHECK(numbered.reached() == expected.size());
        for (Node const n : expected) {
            auto const place = static_cast<trav::Place>(order.slot_of(n));
            CHECK(numbered.node(place) == n);
            std::vector<Node> children, fields;
            for (trav::Place const child : numbered.children(place)) children.push_back(numbered.node(child));
            for (Node const field : n->fields)
                if (field) fields.push_back(field);
            CHECK(children == fields);
        }
    });
}
