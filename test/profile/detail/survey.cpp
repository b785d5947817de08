// What is numbered for which flows, and in which order objects are shown.
#include "../brute_force.hpp"
#include "catch.hpp"

#include <trav/profile/detail/classifiers.hpp>
#include <trav/profile/detail/survey.hpp>
#include <trav/profile/rest.hpp>
#include <trav/profile/root_set.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

using test::Node;

namespace {

struct Seen {
    std::vector<Node>& nodes;

    static bool at_any_time() { return false; }
    void seen(std::span<Node const> some) { nodes.insert(nodes.end(), some.begin(), some.end()); }
    void count(std::span<Node const> some, trav::Place const*, bool) { seen(some); }
    static void forget() {}
};

/// Roots, along their own edges.
struct OwnEdges : trav::RootSets<Node> {
    test::SizedObjects heap;
    OwnEdges(trav::RootSets<Node> roots, test::SizedObjects graph)
        : trav::RootSets<Node>(roots), heap(graph) {}
    test::SizedObjects const& edges() const { return heap; }
};

/// A heap whose last object does not lie in the order of the others, which is said to have so many slots.
struct LastElsewhere : test::SizedObjects {
    std::size_t all_slots;

    struct Order {
        test::Heap<>* heap;
        std::size_t all;

        std::size_t slots() const { return all; }
        std::size_t slot(Node n) const {
            if (n == nullptr) return all;
            return n == &heap->objects.back() ? all + 1 : static_cast<std::size_t>(n->id);
        }
        std::size_t blocks() const { return 1; }
        std::size_t begin(std::size_t block) const { return block == 0 ? 0 : all; }
        void each(std::size_t, std::size_t, auto&& f) const {
            for (std::size_t i = 0; i + 1 < heap->objects.size(); ++i) f(&heap->objects[i], i);
        }
    };
    Order memory_order() const { return {heap, all_slots}; }
};

}  // namespace

TEST_CASE("survey: shows what roots and sources reach, each object once, in the order of places",
          "[property]") {
    test::for_random_graphs(7, 3, 30, [&](test::Shape const& shape) {
        test::Heap<> heap(shape);
        int const named = shape.size() - 1;
        trav::RootSets<Node> roots{{"last", heap.at(named)}};
        trav::Rest rest{roots};  // its flow cuts
        auto from = shape.roots;
        from.push_back(named);
        auto const reached = test::reached_from(shape, from);
        for (bool const cuts : {false, true}) {
            trav::detail::Survey survey{test::SizedObjects{&heap}};
            auto const flow = trav::detail::classifier_of<Node>(roots),
                       other = trav::detail::classifier_of<Node>(rest);
            survey.add(*flow->flow());
            if (cuts) survey.add(*other->flow());
            for (int pass = 0; pass != 2; ++pass) {
                std::vector<Node> seen;
                Seen counter{seen};
                auto const statistics = survey.run(survey.resolved(heap.roots), false, counter);
                CHECK(std::ranges::equal(seen, survey.nodes()));
                for (int n = 0; n != shape.size(); ++n) {
                    bool const is = reached[static_cast<std::size_t>(n)];
                    CHECK(std::ranges::count(seen, heap.at(n)) == is);
                    trav::Place const place = survey.place(heap.at(n));
                    CHECK((place != trav::detail::unreached) == is);
                    if (is) CHECK(seen[place] == heap.at(n));
                }
                CHECK(statistics.objects == seen.size());
                CHECK(statistics.visits == seen.size() * (cuts ? 3 : 2));
            }
        }
    });
}

TEST_CASE("survey: for flows alone, only what follows the graph is numbered", "[unit]") {
    test::Heap<> heap(test::shape("a:b b: c:d d:", "a"));
    test::SizedObjects const graph{&heap};
    trav::RootSets<Node> roots{{"c", heap.at(2)}};
    OwnEdges own(roots, graph);
    for (bool const for_flows_alone : {false, true}) {
        trav::detail::Survey survey{test::SizedObjects{graph}};
        auto const flow = trav::detail::classifier_of<Node>(own);
        survey.add(*flow->flow());
        std::vector<Node> seen;
        Seen counter{seen};
        auto const statistics = survey.run(survey.resolved(heap.roots), for_flows_alone, counter);
        CHECK(seen.size() == (for_flows_alone ? 0 : 4));
        CHECK(statistics.objects == (for_flows_alone ? 2 : 4));
        CHECK(statistics.visits == (for_flows_alone ? 4 : 8));  // each flow of its own: numbers, then sends
        CHECK(survey.place(heap.at(2)) == trav::detail::unreached);  // no flow asks for places
    }
}

TEST_CASE("survey: handles are resolved, and those of nothing are left out", "[unit]") {
    struct Indirect : test::SizedObjects {
        Node resolve(Node n) const { return n && n->id == 0 ? n->fields[0] : n; }
    };
    test::Heap<> heap(test::shape("a:b b: c:-", "a"));
    trav::detail::Survey const survey{Indirect{{&heap}}};
    std::vector<Node> const handles{heap.at(0), nullptr, heap.at(2)};
    CHECK(survey.resolved(handles) == std::vector{heap.at(1), heap.at(2)});
}

TEST_CASE("survey: an object that does not lie in the order of memory has no place", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::detail::Survey survey{LastElsewhere{{&heap}, 3}};
    auto const flow = trav::detail::classifier_of<Node>(roots);
    survey.add(*flow->flow());
    std::vector<Node> seen;
    Seen counter{seen};
    CHECK(survey.run(survey.resolved(heap.roots), false, counter).objects == 3);
    REQUIRE(survey.count_in_memory(counter));
    CHECK(seen == std::vector{heap.at(0), heap.at(1), heap.at(2)});
    for (int n = 0; n != 3; ++n) CHECK(survey.place(heap.at(n)) == static_cast<trav::Place>(n));
    CHECK(survey.place(heap.at(3)) == trav::detail::unreached);
    survey.release();
    CHECK_FALSE(survey.count_in_memory(counter));
}

TEST_CASE("survey: what no named object holds is found in the order of memory, too", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::Rest rest{roots};
    trav::detail::Survey survey{LastElsewhere{{&heap}, 3}};
    auto const flow = trav::detail::classifier_of<Node>(roots),
               other = trav::detail::classifier_of<Node>(rest);
    survey.add(*flow->flow());
    survey.add(*other->flow());
    std::vector<Node> seen;
    Seen counter{seen};
    CHECK(survey.run(survey.resolved(heap.roots), false, counter).objects == 3);
    CHECK(survey.count_in_memory(counter));
    CHECK(seen == std::vector{heap.at(0), heap.at(1), heap.at(2)});
}

TEST_CASE("survey: an order with more slots than there are places is of no use", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    std::size_t const many = std::max(std::size_t{trav::detail::unreached}, ~std::size_t{0} / 4);
    trav::detail::Survey survey{LastElsewhere{{&heap}, many}};
    std::vector<Node> seen;
    Seen counter{seen};
    survey.run(survey.resolved(heap.roots), false, counter);
    CHECK_FALSE(survey.count_in_memory(counter));
    CHECK(seen.size() == 3);
    CHECK(survey.nodes().size() == 3);
    survey.release();
    CHECK(survey.nodes().empty());
}
