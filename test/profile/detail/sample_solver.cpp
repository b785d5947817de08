// The objects that are numbered for the flows, and the order of objects shown to the receiver.
#include "../brute_force.hpp"
#include "catch.hpp"

#include <trav/flow/solve.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/classifiers.hpp>
#include <trav/profile/detail/sample_solver.hpp>
#include <trav/profile/other_roots.hpp>
#include <trav/profile/root_set.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
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

/// Root sets along their own edges.
struct OwnEdges : trav::RootSets<Node> {
    test::SizedObjects heap;
    OwnEdges(trav::RootSets<Node> roots, test::SizedObjects graph)
        : trav::RootSets<Node>(roots), heap(graph) {}
    test::SizedObjects const& edges() const { return heap; }
};

/// A heap of objects in memory order, except the last one; the order claims `all_slots` slots.
struct LastElsewhere : test::SizedObjects {
    std::size_t all_slots;

    struct Order {
        test::Heap<>* heap;
        std::size_t all;

        std::size_t slots() const { return all; }
        std::size_t slot(Node n) const {
            if (n == nullptr) return all;
            return n == &heap->objects.back() ? ~std::size_t{1} : static_cast<std::size_t>(n->id);
        }
        std::size_t blocks() const { return 1; }
        std::size_t begin(std::size_t block) const { return block == 0 ? 0 : all; }
        void each(std::size_t, std::size_t, auto&& f) const {
            for (std::size_t i = 0; i + 1 < heap->objects.size(); ++i) f(&heap->objects[i], i);
        }
    };
    Order memory_order() const { return {heap, all_slots}; }
};

std::size_t const too_many = std::max(std::size_t{trav::detail::unreached}, ~std::size_t{0} / 4);

/// A heap in an order with more slots than places, so that its objects are numbered.
LastElsewhere unordered(test::SizedObjects graph) { return {graph, too_many}; }

}  // namespace

TEST_CASE("sample solver: shows the objects that roots and sources reach, each once, in the order of places",
          "[property]") {
    test::for_random_graphs(7, 3, 30, [&](test::Shape const& shape) {
        test::Heap<> heap(shape);
        int const named = shape.size() - 1;
        trav::RootSets<Node> roots{{"last", heap.at(named)}};
        trav::OtherRoots other_roots{roots};  // its flow cuts
        auto from = shape.roots;
        from.push_back(named);
        auto const reached = test::reached_from(shape, from);
        for (bool const cuts : {false, true}) {
            trav::detail::SampleSolver solver{unordered({&heap})};
            auto const flow = trav::detail::classifier_of<Node>(roots),
                       other = trav::detail::classifier_of<Node>(other_roots);
            solver.add(*flow->flow());
            if (cuts) solver.add(*other->flow());
            for (int pass = 0; pass != 2; ++pass) {
                std::vector<Node> seen;
                Seen receiver{seen};
                auto const statistics = solver.run(solver.resolved(heap.roots), false, receiver);
                CHECK(std::ranges::equal(seen, solver.nodes()));
                for (int n = 0; n != shape.size(); ++n) {
                    bool const is = reached[static_cast<std::size_t>(n)];
                    CHECK(std::ranges::count(seen, heap.at(n)) == is);
                    trav::Place const place = solver.place(heap.at(n));
                    CHECK((place != trav::detail::unreached) == is);
                    if (is) CHECK(seen[place] == heap.at(n));
                }
                CHECK(statistics.objects == seen.size());
                CHECK(statistics.visits == seen.size() * (cuts ? 3 : 2));
            }
        }
    });
}

TEST_CASE("sample solver: for flows alone, only objects of flows along the graph are numbered", "[unit]") {
    test::Heap<> heap(test::shape("a:b b: c:d d:", "a"));
    test::SizedObjects const graph{&heap};
    trav::RootSets<Node> roots{{"c", heap.at(2)}};
    OwnEdges own(roots, graph);
    for (bool const for_flows_alone : {false, true}) {
        trav::detail::SampleSolver solver{unordered(graph)};
        auto const flow = trav::detail::classifier_of<Node>(own);
        solver.add(*flow->flow());
        std::vector<Node> seen;
        Seen receiver{seen};
        auto const statistics = solver.run(solver.resolved(heap.roots), for_flows_alone, receiver);
        CHECK(seen.size() == (for_flows_alone ? 0 : 4));
        CHECK(statistics.objects == (for_flows_alone ? 2 : 4));
        CHECK(statistics.visits == (for_flows_alone ? 4 : 8));  // each separate flow: numbers, then sends
        CHECK(solver.place(heap.at(2)) == trav::detail::unreached);  // no flow needs places
    }
}

TEST_CASE("sample solver: handles are resolved, and null ones are left out", "[unit]") {
    struct Indirect : test::SizedObjects {
        Node resolve(Node n) const { return n && n->id == 0 ? n->fields[0] : n; }
    };
    test::Heap<> heap(test::shape("a:b b: c:-", "a"));
    trav::detail::SampleSolver const solver{Indirect{{&heap}}};
    std::vector<Node> const handles{heap.at(0), nullptr, heap.at(2)};
    CHECK(solver.resolved(handles) == std::vector{heap.at(1), heap.at(2)});
}

TEST_CASE("sample solver: an object outside the memory order has no place", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::detail::SampleSolver solver{LastElsewhere{{&heap}, 3}};
    auto const flow = trav::detail::classifier_of<Node>(roots);
    solver.add(*flow->flow());
    std::vector<Node> seen;
    Seen receiver{seen};
    CHECK(solver.run(solver.resolved(heap.roots), false, receiver).objects == 3);
    REQUIRE(solver.count_in_memory(receiver));
    CHECK(seen == std::vector{heap.at(0), heap.at(1), heap.at(2)});
    for (int n = 0; n != 3; ++n) CHECK(solver.place(heap.at(n)) == static_cast<trav::Place>(n));
    CHECK(solver.place(heap.at(3)) == trav::detail::unreached);
    CHECK(solver.place(nullptr) == trav::detail::unreached);
    solver.release();
    CHECK_FALSE(solver.count_in_memory(receiver));
}

TEST_CASE("sample solver: OtherRoots is solved in memory order, too", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::OtherRoots other_roots{roots};
    trav::detail::SampleSolver solver{LastElsewhere{{&heap}, 3}};
    auto const flow = trav::detail::classifier_of<Node>(roots),
               other = trav::detail::classifier_of<Node>(other_roots);
    solver.add(*flow->flow());
    solver.add(*other->flow());
    std::vector<Node> seen;
    Seen receiver{seen};
    CHECK(solver.run(solver.resolved(heap.roots), false, receiver).objects == 3);
    CHECK(solver.count_in_memory(receiver));
    CHECK(seen == std::vector{heap.at(0), heap.at(1), heap.at(2)});
}

namespace {

/// Counts at any time; `counted` are the objects that are counted and not undone.
struct Counts {
    std::vector<Node> counted{}, numbered{};
    int forgotten = 0;

    static bool at_any_time() { return true; }
    void seen(std::span<Node const> some) { numbered.insert(numbered.end(), some.begin(), some.end()); }
    void count(std::span<Node const> some, trav::Place const*, bool back) {
        for (Node const n : some) {
            if (back) counted.erase(std::ranges::find(counted, n));
            else counted.push_back(n);
        }
    }
    void forget() {
        CHECK_FALSE(counted.empty());
        counted.clear();
        ++forgotten;
    }
};

}  // namespace

TEST_CASE("sample solver: nothing stays counted in memory order if an object lies outside", "[unit]") {
    test::Heap<> heap(test::shape("a:bd b:c c: d:b", "a"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::detail::SampleSolver solver{LastElsewhere{{&heap}, 3}};
    auto const flow = trav::detail::classifier_of<Node>(roots);
    solver.add(*flow->flow());
    Counts receiver;
    auto const statistics = solver.run({heap.at(0)}, false, receiver);
    CHECK(statistics.objects == 4);
    CHECK(statistics.visits == 2 * 4);
    CHECK_FALSE(solver.count_in_memory(receiver));
    CHECK(receiver.counted.empty());
    REQUIRE(receiver.numbered.size() == 4);
    for (trav::Place k = 0; k != 4; ++k) CHECK(solver.place(receiver.numbered[k]) == k);
}

TEST_CASE("sample solver: an order that later has too many slots is left", "[unit]") {
    struct Growing : LastElsewhere {
        std::size_t const* all = nullptr;
        Order memory_order() const { return {heap, *all}; }
    };
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    std::size_t all = 3;
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    trav::detail::SampleSolver solver{Growing{{{&heap}, 0}, &all}};
    auto const flow = trav::detail::classifier_of<Node>(roots);
    solver.add(*flow->flow());
    Counts receiver;
    solver.run({heap.at(0)}, false, receiver);
    CHECK(solver.count_in_memory(receiver));
    CHECK(receiver.counted.size() == 3);
    all = too_many;
    receiver = {};
    auto const statistics = solver.run({heap.at(0)}, false, receiver);
    CHECK(receiver.forgotten == 0);
    CHECK(receiver.counted.empty());
    CHECK(receiver.numbered.size() == 3);
    CHECK(statistics.objects == 3);
    CHECK_FALSE(solver.count_in_memory(receiver));
    for (trav::Place k = 0; k != 3; ++k) CHECK(solver.place(receiver.numbered[k]) == k);
}

TEST_CASE("sample solver: an order with more slots than places is not used", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    for (std::size_t const slots : {std::size_t{trav::detail::unreached}, too_many}) {
        trav::detail::SampleSolver solver{LastElsewhere{{&heap}, slots}};
        std::vector<Node> seen;
        Seen receiver{seen};
        solver.run(solver.resolved(heap.roots), false, receiver);
        CHECK_FALSE(solver.count_in_memory(receiver));
        CHECK(seen.size() == 3);
        CHECK(solver.nodes().size() == 3);
        solver.release();
        CHECK(solver.nodes().empty());
    }
}

TEST_CASE("sample solver: objects have places if any of the flows follows the graph", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:", "a"));
    test::SizedObjects const graph{&heap};
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    OwnEdges own(roots, graph);
    trav::detail::SampleSolver solver{unordered(graph)};
    auto const along = trav::detail::classifier_of<Node>(roots),
               apart = trav::detail::classifier_of<Node>(own);
    solver.add(*along->flow());
    solver.add(*apart->flow());
    std::vector<Node> seen;
    Seen receiver{seen};
    solver.run(solver.resolved(heap.roots), false, receiver);
    REQUIRE(seen.size() == 2);
    for (trav::Place k = 0; k != 2; ++k) CHECK(solver.place(seen[k]) == k);
}

TEST_CASE("sample solver: a flow with its own edges does not hinder the others in memory order", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::RootSets<Node> roots{{"b", heap.at(1)}};
    OwnEdges own(roots, {&heap});
    trav::detail::SampleSolver solver{LastElsewhere{{&heap}, 3}};
    auto const apart = trav::detail::classifier_of<Node>(own),
               along = trav::detail::classifier_of<Node>(roots);
    solver.add(*apart->flow());
    solver.add(*along->flow());
    std::vector<Node> seen;
    Seen receiver{seen};
    auto const statistics = solver.run({heap.at(0)}, false, receiver);
    CHECK(solver.count_in_memory(receiver));
    CHECK(seen == std::vector{heap.at(0), heap.at(1), heap.at(2)});
    CHECK(statistics.visits == 3 + 2 + 4);  // which are reached; along the graph; apart: numbers, then sends
    CHECK(statistics.objects == 3);
}

namespace {

/// A heap in memory order of which some objects are listed.
struct Listed : test::SizedObjects {
    std::vector<bool> listed;

    struct Order {
        test::Heap<>* heap;
        std::vector<bool> const* listed;

        std::size_t slots() const { return heap->objects.size(); }
        std::size_t slot(Node n) const { return n == nullptr ? slots() : static_cast<std::size_t>(n->id); }
        std::size_t blocks() const { return 1; }
        std::size_t begin(std::size_t block) const { return block == 0 ? 0 : slots(); }
        void each(std::size_t, std::size_t, auto&& f) const {
            for (std::size_t i = 0; i != slots(); ++i) f(&heap->objects[i], i);
        }
        bool lists(Node, std::size_t slot) const { return (*listed)[slot]; }
    };
    Order memory_order() const { return {heap, &listed}; }
};

}  // namespace

TEST_CASE("sample solver: in memory order, it shows the reached objects, or for flows alone the listed ones",
          "[unit]") {
    test::Heap<> heap(test::shape("a:b b: c:d d: e:", "a"));
    trav::RootSets<Node> roots{{"c", heap.at(2)}};
    auto const check = [&](auto receiver, auto const& shown, bool for_flows_alone) {
        trav::detail::SampleSolver solver{Listed{{&heap}, {true, false, true, false, true}}};
        auto const flow = trav::detail::classifier_of<Node>(roots);
        solver.add(*flow->flow());
        auto const statistics = solver.run(solver.resolved(heap.roots), for_flows_alone, receiver);
        REQUIRE(solver.count_in_memory(receiver));
        using Nodes = std::vector<Node>;
        CHECK(shown(receiver) == (for_flows_alone ? Nodes{heap.at(0), heap.at(2), heap.at(4)}
                                                  : Nodes{heap.at(0), heap.at(1), heap.at(2), heap.at(3)}));
        // c and d send the root's value; unless flows are alone, a, b, c and d send that they are reached
        CHECK(statistics.visits == (for_flows_alone ? 2 : 6));
        CHECK(statistics.objects == (for_flows_alone ? 2 : 4));
    };
    for (bool const for_flows_alone : {false, true}) {
        std::vector<Node> seen;
        check(Seen{seen}, [](Seen const& receiver) { return receiver.nodes; }, for_flows_alone);
        check(Counts{}, [](Counts const& receiver) { return receiver.counted; }, for_flows_alone);
    }
}

TEST_CASE("sample solver: in memory order, it counts during the sweep if the receiver lets it", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::detail::SampleSolver solver{LastElsewhere{{&heap}, 3}};
    std::vector<Node> const all{heap.at(0), heap.at(1), heap.at(2)};
    Counts early;
    solver.run({heap.at(0)}, false, early);
    CHECK(early.counted == all);
    CHECK(solver.count_in_memory(early));
    CHECK(early.counted == all);
    std::vector<Node> seen;
    Seen late{seen};
    solver.run({heap.at(0)}, false, late);
    CHECK(seen.empty());
    CHECK(solver.count_in_memory(late));
    CHECK(seen == all);
}

TEST_CASE("sample solver: a source outside the memory order has its place by number", "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::RootSets<Node> roots{{"d", heap.at(3)}};
    for (bool const for_flows_alone : {false, true}) {
        trav::detail::SampleSolver solver{LastElsewhere{{&heap}, 3}};
        auto const flow = trav::detail::classifier_of<Node>(roots);
        solver.add(*flow->flow());
        std::vector<Node> seen;
        Seen receiver{seen};
        solver.run({heap.at(0)}, for_flows_alone, receiver);
        REQUIRE(seen.size() == 4);
        for (trav::Place k = 0; k != 4; ++k) CHECK(solver.place(seen[k]) == k);
    }
}

namespace {

/// Whether the roots reach an object, by a flow that has no `nothing`.
struct ByReach {
    using value = bool;
    std::string name() const { return "reach"; }
    ByReach& flow() { return *this; }
    bool join(bool a, bool b) { return a || b; }
    void sources(auto const& roots, auto push) {
        for (Node const root : roots) push(root, true);
    }
    bool key(Node, bool const* reached) const { return reached != nullptr; }
    trav::Band band(bool key) const { return {key ? "reached" : "unreached"}; }
};

}  // namespace

TEST_CASE("sample solver: objects are numbered if a flow cannot mark unreached objects by a value",
          "[unit]") {
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    trav::detail::SampleSolver solver{LastElsewhere{{&heap}, 3}};
    ByReach reach;
    auto const flow = trav::detail::classifier_of<Node>(reach);
    solver.add(*flow->flow());
    Counts receiver;
    solver.run({heap.at(0)}, false, receiver);
    CHECK_FALSE(solver.count_in_memory(receiver));
    REQUIRE(receiver.numbered.size() == 3);
    for (trav::Place k = 0; k != 3; ++k) CHECK(solver.place(receiver.numbered[k]) == k);
}

TEST_CASE("sample solver: a handle that stands for another object has no place", "[unit]") {
    struct Forwarded : test::SizedObjects {
        std::size_t index(Node n) const { return static_cast<std::size_t>(n->id); }
        std::size_t count() const { return heap->objects.size(); }
        Node node_at(std::size_t i) const { return &heap->objects[i]; }
        Node resolve(Node n) const { return n && n->id == 0 ? n->fields[0] : n; }
    };
    test::Heap<> heap(test::shape("a:b b:c c:", "a"));
    trav::RootSets<Node> roots{{"a", heap.at(0)}};
    trav::detail::SampleSolver solver{Forwarded{{&heap}}};
    auto const flow = trav::detail::classifier_of<Node>(roots);
    solver.add(*flow->flow());
    std::vector<Node> seen;
    Seen receiver{seen};
    solver.run(solver.resolved(heap.roots), false, receiver);
    REQUIRE(solver.count_in_memory(receiver));
    CHECK(seen == std::vector{heap.at(1), heap.at(2)});
    CHECK(solver.place(heap.at(0)) == trav::detail::unreached);
    for (int n = 1; n != 3; ++n) CHECK(solver.place(heap.at(n)) == static_cast<trav::Place>(n));
}

TEST_CASE("sample solver: without flows, a heap of addresses is read once", "[unit]") {
    struct Read : test::SizedObjects {
        int* reads;
        auto const& children(Node n) const {
            ++*reads;
            return n->fields;
        }
    };
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    int reads = 0;
    trav::detail::SampleSolver solver{Read{{&heap}, &reads}};
    std::vector<Node> seen;
    Seen receiver{seen};
    auto const statistics = solver.run({heap.at(0)}, false, receiver);
    CHECK(solver.count_in_memory(receiver));
    CHECK(seen.size() == 3);
    CHECK(reads == 3);
    CHECK(statistics.visits == 3);
    CHECK(statistics.objects == 3);
}

TEST_CASE("sample solver: sizes of objects that write rows are right in any order", "[unit]") {
    struct Ignores {
        using Nodes = std::span<trav::Object const>;
        static bool at_any_time() { return false; }
        static void seen(Nodes) {}
        static void count(Nodes, trav::Place const*, bool) {}
        static void forget() {}
    };
    std::vector<std::unique_ptr<std::vector<int>>> lists;
    for (std::size_t const n : {1u, 100u, 10u}) lists.push_back(std::make_unique<std::vector<int>>(n));
    trav::detail::SampleSolver solver{trav::Objects<>()};
    for (int sample = 0; sample != 2; ++sample) {
        Ignores receiver;
        solver.run({trav::object(lists)}, false, receiver);
        auto const nodes = solver.nodes();
        REQUIRE(nodes.size() == 4);
        auto const check = [&](auto const& n) { CHECK(solver.size(n) == solver.graph().size(n)); };
        for (std::size_t i = nodes.size(); i-- != 0;) check(nodes[i]);
        for (auto const& n : nodes) check(n);
        for (auto const& n : nodes) check(n);
    }
}

TEST_CASE("sample solver: the memory order of the last sample is freed before the next is made", "[unit]") {
    struct OneOrder : LastElsewhere {
        std::weak_ptr<int>* last;

        struct Order : LastElsewhere::Order {
            std::shared_ptr<int> alive;
        };
        Order memory_order() const {
            CHECK(last->expired());
            auto const alive = std::make_shared<int>();
            *last = alive;
            return {{heap, all_slots}, alive};
        }
    };
    test::Heap<> heap(test::shape("a:b b:c c: d:b", "a"));
    std::weak_ptr<int> last;
    trav::detail::SampleSolver solver{OneOrder{{{&heap}, 3}, &last}};
    std::vector<Node> seen;
    Seen receiver{seen};
    for (int sample = 0; sample != 2; ++sample) {
        solver.run({heap.at(0)}, false, receiver);
        CHECK_FALSE(last.expired());
    }
    solver.release();
    CHECK(last.expired());
}
