// test/events.cpp: a test for each line of doc/engine.md, by its number.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"

#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace test;

namespace {

using Node = Obj<>*;
using Calls = std::vector<std::string>;

std::string letter(auto const* n) { return std::string(1, static_cast<char>('a' + n->id)); }

/// Records the calls in the notation of the page.
template <class Answer = void>
struct Visits {
    static constexpr bool wants_parent = true;
    std::function<Answer(Node, bool first)> answer = [](Node, bool) { return Answer(); };
    Calls calls{};
    Answer visit(auto& here) {
        calls.push_back("visit " + letter(here.node) + " < " + letter(here.parent) +
                        (here.first ? " *" : ""));
        return answer(here.node, here.first);
    }
};
template <class Answer = void>
struct Calling : Visits<Answer> {
    void leave(auto& here) { this->calls.push_back("leave " + letter(here.node)); }
};
struct Once : Calling<> {
    static constexpr bool once = true;
};
struct VisitsOnce : Visits<> {
    static constexpr bool once = true;
};
struct OnlyLeave {
    static constexpr bool wants_parent = true;
    Calls calls{};
    void leave(auto& here) { calls.push_back("leave " + letter(here.node) + " < " + letter(here.parent)); }
};

/// Pushes the roots one after another, as GHC does, and runs.
template <class Strategy = trav::DepthFirst>
Calls calls(Shape const& shape, auto policy) {
    Heap<> heap(shape);
    auto traversal = trav::traversal<Strategy>(Objects<>{&heap}, policy);
    for (Node const root : heap.roots) traversal.push_root(root);
    traversal.run();
    return policy.calls;
}
template <class Strategy = trav::DepthFirst>
Calls calls_of_traverse(Shape const& shape, auto policy) {
    Heap<> heap(shape);
    trav::traverse<Strategy>(Objects<>{&heap}, heap.roots, policy);
    return policy.calls;
}

Shape const diamond = shape("a:bc b:d c:d d:", "a");

}  // namespace

TEST_CASE("events 1: a root without children") {
    CHECK(calls(shape("a:", "a"), Calling<>{}) == Calls{"visit a < a *", "leave a"});
}

TEST_CASE("events 2: tree edge") {
    CHECK(calls(shape("a:b b:", "a"), Calling<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "leave b", "leave a"});
}

TEST_CASE("events 3: several children") {
    CHECK(calls(shape("a:bc b: c:", "a"), Calling<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "leave b", "visit c < a *", "leave c", "leave a"});
}

TEST_CASE("events 4: shared child") {
    CHECK(calls(diamond, Calling<>{}) == Calls{"visit a < a *", "visit b < a *", "visit d < b *", "leave d",
                                               "leave b", "visit c < a *", "visit d < c", "leave c",
                                               "leave a"});
}

TEST_CASE("events 5: the same child twice") {
    CHECK(calls(shape("a:bb b:", "a"), Calling<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "leave b", "visit b < a", "leave a"});
}

TEST_CASE("events 6: cycle") {
    CHECK(calls(shape("a:b b:a", "a"), Calling<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "visit a < b", "leave b", "leave a"});
}

TEST_CASE("events 7: self-loop") {
    CHECK(calls(shape("a:a", "a"), Calling<>{}) == Calls{"visit a < a *", "visit a < a", "leave a"});
}

TEST_CASE("events 8: a root pushed twice") {
    CHECK(calls(shape("a:", "aa"), Calling<>{}) == Calls{"visit a < a *", "leave a", "visit a < a"});
}

TEST_CASE("events 9: several roots pushed") {
    CHECK(calls(shape("a: b:", "ab"), Calling<>{}) ==
          Calls{"visit b < b *", "leave b", "visit a < a *", "leave a"});
}

TEST_CASE("events 10: several roots given to traverse") {
    CHECK(calls_of_traverse(shape("a: b:", "ab"), Calling<>{}) ==
          Calls{"visit a < a *", "leave a", "visit b < b *", "leave b"});
}

TEST_CASE("events 11: a root reached before from another root") {
    CHECK(calls_of_traverse(shape("a:b b:", "ab"), Calling<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "leave b", "leave a", "visit b < b"});
}

TEST_CASE("events 12: visit returns false or skip") {
    Shape const twice = shape("a:b b:", "aa");
    Calls const expected{"visit a < a *", "visit a < a"};
    CHECK(calls(twice, Calling<bool>{{[](Node, bool) { return false; }}}) == expected);
    CHECK(calls(twice, Calling<trav::go>{{[](Node, bool) { return trav::go::skip; }}}) == expected);
}

TEST_CASE("events 13: visit returns true or down on a later arrival") {
    Shape const twice = shape("a:bb b:c c:", "a");
    Calls const expected{"visit a < a *", "visit b < a *", "visit c < b *", "leave c", "leave b",
                         "visit b < a",   "visit c < b",   "leave c",       "leave b", "leave a"};
    CHECK(calls(twice, Calling<bool>{{[](Node, bool) { return true; }}}) == expected);
    CHECK(calls(twice, Calling<trav::go>{{[](Node, bool) { return trav::go::down; }}}) == expected);
}

TEST_CASE("events 14: visit returns stop") {
    auto const stop_at_b = [](Node n, bool) { return n->id == 1 ? trav::go::stop : trav::go::down; };
    Heap<> heap(shape("a:bc b:a c:", "ca"));
    Calling<trav::go> policy{{stop_at_b}};
    trav::TraverseHeap traversal(Objects<>{&heap}, policy);
    for (Node const root : heap.roots) traversal.push_root(root);
    CHECK_FALSE(traversal.run());
    CHECK(policy.calls == Calls{"visit a < a *", "visit b < a *"});
    CHECK(traversal.idle());

    policy.calls.clear();
    CHECK(trav::traverse(Objects<>{&heap}, std::vector{heap.at(0), heap.at(2)}, policy).stopped);
    CHECK(policy.calls == Calls{"visit a < a *", "visit b < a *"});
    CHECK_FALSE(trav::traverse(Objects<>{&heap}, std::vector{heap.at(2)}, policy).stopped);

    Visits<trav::go> visits{stop_at_b};
    CHECK(trav::traverse<trav::MarkStack>(Objects<>{&heap}, std::vector{heap.at(1), heap.at(0)}, visits)
              .stopped);
    CHECK(trav::traverse<trav::BreadthFirst>(Objects<>{&heap}, std::vector{heap.at(1), heap.at(0)}, visits)
              .stopped);
    CHECK(visits.calls == Calls{"visit b < b *", "visit b < b *"});
}

TEST_CASE("events 15: null children and roots") {
    Shape const holes = shape("a:-b-c- b: c:", "-a-");
    CHECK(calls(holes, Calling<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "leave b", "visit c < a *", "leave c", "leave a"});
    CHECK(calls<trav::MarkStack>(holes, Visits<>{}) ==
          Calls{"visit a < a *", "visit c < a *", "visit b < a *"});
    CHECK(calls<trav::BreadthFirst>(holes, Visits<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "visit c < a *"});
    CHECK(calls(shape("a:-", "a"), Calling<>{}) == Calls{"visit a < a *", "leave a"});
}

namespace {

/// An object with an odd number stands for the previous object; object e (4) stands for none.
struct Indirect : Objects<> {
    Node resolve(Node n) const {
        if (n->id == 4) return nullptr;
        return n->id % 2 == 1 ? n - 1 : n;
    }
};

template <class Strategy>
Calls calls_of_indirect(Shape const& shape) {
    Heap<> heap(shape);
    Visits<> policy;
    auto traversal = trav::traversal<Strategy>(Indirect{{&heap}}, policy);
    for (Node const root : heap.roots) traversal.push_root(root);
    traversal.run();
    return policy.calls;
}

}  // namespace

TEST_CASE("events 16: a handle that stands for another node") {
    Shape const shape = test::shape("a:d b: c:a d:", "b");
    Calls const expected{"visit a < a *", "visit c < a *", "visit a < c"};
    CHECK(calls_of_indirect<trav::DepthFirst>(shape) == expected);
    CHECK(calls_of_indirect<trav::MarkStack>(shape) == expected);
    CHECK(calls_of_indirect<trav::BreadthFirst>(shape) == expected);
    CHECK(calls_of_indirect<trav::Prefetch<>>(shape) == expected);
}

TEST_CASE("events 17: a handle that stands for nothing") {
    Shape const shape = test::shape("a:ec b: c: d: e:", "ea");
    Calls const expected{"visit a < a *", "visit c < a *"};
    CHECK(calls_of_indirect<trav::DepthFirst>(shape) == expected);
    CHECK(calls_of_indirect<trav::MarkStack>(shape) == expected);
    CHECK(calls_of_indirect<trav::BreadthFirst>(shape) == expected);
    CHECK(calls_of_indirect<trav::Prefetch<>>(shape) == expected);
}

TEST_CASE("events 18: once") {
    CHECK(calls(shape("a:bba b:a", "aa"), Once{}) ==
          Calls{"visit a < a *", "visit b < a *", "leave b", "leave a"});
}

TEST_CASE("events 19: no visit, only leave") {
    CHECK(calls(diamond, OnlyLeave{}) == Calls{"leave d < b", "leave b < a", "leave c < a", "leave a < a"});
}

TEST_CASE("events 20: an at-once node") {
    Heap<> heap(shape("a: b: c:ab", "c"));  // c is the at-once node
    Calling<> policy;
    trav::traverse(AtOnceObjects<>{{&heap}}, heap.roots, policy);
    CHECK(policy.calls ==
          Calls{"visit c < c *", "visit b < c *", "leave b", "visit a < c *", "leave a", "leave c"});
}

TEST_CASE("events 21: run again in the same pass") {
    Heap<> heap(shape("a:b b:", "a"));
    Calling<> policy;
    trav::TraverseHeap traversal(Objects<>{&heap}, policy);
    traversal.push_root(heap.at(1));
    traversal.run();
    traversal.push_root(heap.at(0));
    traversal.run();
    CHECK(policy.calls == Calls{"visit b < b *", "leave b", "visit a < a *", "visit b < a", "leave a"});
}

TEST_CASE("events 22: begin_pass") {
    Heap<> heap(shape("a:b b:", "a"));
    Calling<> policy;
    trav::TraverseHeap traversal(Objects<>{&heap}, policy);
    traversal.push_root(heap.at(0));
    traversal.push_root(heap.at(1));
    traversal.step();
    traversal.begin_pass();
    CHECK(traversal.idle());
    policy.calls.clear();
    traversal.push_root(heap.at(0));
    traversal.run();
    CHECK(policy.calls == Calls{"visit a < a *", "visit b < a *", "leave b", "leave a"});
}

namespace {

/// The arguments of each call as text: "visit b: data 1, from a, inherited 5, ..."; data counts the calls at
/// a node.
struct Told {
    using node_data = int;
    using inherited = int;
    using returned = int;
    static constexpr bool wants_parent = true;
    Calls calls{};

    void note(std::string const& what, auto const& h) {
        calls.push_back(what + " " + letter(h.node) + (h.first ? " * from " : " from ") + letter(h.parent) +
                        ": data " + std::to_string(h.data) + ", inherited " + std::to_string(h.inherited) +
                        ", to_children " + std::to_string(h.to_children) + ", returned " +
                        std::to_string(h.returned) + ", to_parent " + std::to_string(h.to_parent));
    }
    void visit(auto& here) {
        note("visit", here);
        ++here.data;
        here.to_children = here.inherited + 1;
        here.returned = 1;
    }
    void leave(auto& here) {
        note("leave", here);
        ++here.data;
        here.to_parent += here.returned;
    }
};

Calls const what_is_told{
    "visit a * from a: data 0, inherited 5, to_children 0, returned 0, to_parent 0",
    "visit b * from a: data 0, inherited 6, to_children 0, returned 0, to_parent 1",
    "visit d * from b: data 0, inherited 7, to_children 0, returned 0, to_parent 1",
    "leave d from b: data 1, inherited 7, to_children 8, returned 1, to_parent 1",
    "leave b from a: data 1, inherited 6, to_children 7, returned 2, to_parent 1",
    "visit c * from a: data 0, inherited 6, to_children 0, returned 0, to_parent 3",
    "visit d from c: data 2, inherited 7, to_children 0, returned 0, to_parent 1",
    "leave c from a: data 1, inherited 6, to_children 7, returned 1, to_parent 3",
    "leave a from a: data 1, inherited 5, to_children 6, returned 4, to_parent 0",
};

}  // namespace

TEST_CASE("events 23 to 29: the members of here") {
    Heap<int> heap(diamond);
    for_each_store(heap, [&](auto& store, char const* name) {
        INFO(name);
        Told policy;
        trav::TraverseHeap traversal(Objects<int>{&heap}, policy, store);
        for (int pass = 0; pass < 3; ++pass) {  // each pass begins like the first one
            traversal.begin_pass();
            policy.calls.clear();
            traversal.push_root(heap.at(0), 5);
            traversal.run();
            CHECK(policy.calls == what_is_told);
            CHECK(traversal.returned() == 4);
        }
        CHECK(trav::traverse(Objects<int>{&heap}, heap.roots, policy, store).returned == 4);
    });
}

TEST_CASE("events 30: depth first") {
    CHECK(calls<trav::DepthFirst>(diamond, Visits<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "visit d < b *", "visit c < a *", "visit d < c"});
}

TEST_CASE("events 31: mark stack") {
    CHECK(calls<trav::MarkStack>(diamond, Visits<>{}) ==
          Calls{"visit a < a *", "visit c < a *", "visit d < c *", "visit b < a *", "visit d < b"});
}

TEST_CASE("events 32: breadth first") {
    CHECK(calls<trav::BreadthFirst>(diamond, Visits<>{}) ==
          Calls{"visit a < a *", "visit b < a *", "visit c < a *", "visit d < b *", "visit d < c"});
}

TEST_CASE("events 33: prefetch") {
    auto const arrivals = [](Calls calls) {
        for (auto& call : calls)
            if (call.ends_with(" *"))
                call.resize(call.size() - 2);  // the order determines which one is first
        std::sort(calls.begin(), calls.end());
        return calls;
    };
    Calls const expected{"visit a < a", "visit b < a", "visit c < a", "visit d < b", "visit d < c"};
    CHECK(arrivals(calls<trav::Prefetch<1>>(diamond, Visits<>{})) == expected);
    CHECK(arrivals(calls<trav::Prefetch<2>>(diamond, Visits<>{})) == expected);
    CHECK(arrivals(calls<trav::Prefetch<>>(diamond, Visits<>{})) == expected);
}

TEST_CASE("events 34: roots pushed to a worklist") {
    Shape const two = shape("a:c b:d c: d:", "ab");
    CHECK(calls<trav::MarkStack>(two, Visits<>{}) ==
          Calls{"visit b < b *", "visit d < b *", "visit a < a *", "visit c < a *"});
    CHECK(calls<trav::BreadthFirst>(two, Visits<>{}) ==
          Calls{"visit a < a *", "visit b < b *", "visit c < a *", "visit d < b *"});
}

TEST_CASE("events 35: roots given to traverse, for a worklist") {
    Shape const two = shape("a:c b:d c: d:", "ab");
    CHECK(calls_of_traverse<trav::MarkStack>(two, Visits<>{}) ==
          Calls{"visit a < a *", "visit c < a *", "visit b < b *", "visit d < b *"});
    CHECK(calls_of_traverse<trav::BreadthFirst>(two, Visits<>{}) ==
          Calls{"visit a < a *", "visit b < b *", "visit c < a *", "visit d < b *"});
}

TEST_CASE("events 12 to 18, 21, 22: the same without a way back") {
    for_each_strategy([]<class Strategy>(char const* name) {
        if constexpr (Strategy::returns) return;
        INFO(name);
        CHECK(calls<Strategy>(shape("a:b b:", "a"), Visits<bool>{{[](Node, bool) { return false; }}}) ==
              Calls{"visit a < a *"});
        CHECK(calls<Strategy>(shape("a:b b:", "a"), Visits<trav::go>{{[](Node, bool) {
                                  return trav::go::skip;
                              }}}) == Calls{"visit a < a *"});
        Calls again =
            calls<Strategy>(shape("a:bb b:c c:", "a"), Visits<bool>{{[](Node, bool) { return true; }}});
        CHECK(std::count(again.begin(), again.end(), "visit c < b") == 1);
        CHECK(std::count(again.begin(), again.end(), "visit c < b *") == 1);

        CHECK(calls<Strategy>(shape("a:ba b:ab", "aa"), VisitsOnce{}) ==
              Calls{"visit a < a *", "visit b < a *"});

        Heap<> heap(shape("a:b b:", "a"));
        Visits<> policy;
        auto traversal = trav::traversal<Strategy>(Objects<>{&heap}, policy);
        traversal.push_root(heap.at(1));
        traversal.run();
        traversal.push_root(heap.at(0));
        traversal.run();
        CHECK(policy.calls == Calls{"visit b < b *", "visit a < a *", "visit b < a"});
        traversal.push_root(heap.at(1));
        traversal.begin_pass();
        CHECK(traversal.idle());
        traversal.push_root(heap.at(1));
        traversal.run();
        CHECK(policy.calls.back() == "visit b < b *");
    });
}

namespace {

/// Records first visits. Without a parent, so that every strategy can serve it.
template <class Answer = void>
struct FirstVisits {
    static constexpr bool once = true;
    std::function<Answer(Node)> answer = [](Node) { return Answer(); };
    Calls nodes{};
    Answer visit(auto& here) {
        nodes.push_back(letter(here.node));
        return answer(here.node);
    }
};
/// Indirect, in memory order.
struct OrderedIndirect : Indirect {
    Node node_at(std::size_t index) const { return const_cast<Node>(&heap->objects[index]); }
};

/// Pushes the roots of a pass and runs it. Returns the nodes in alphabetical order.
template <class Strategy, class Graph = OrderedObjects<>>
Calls first_visits(Shape const& shape, auto policy) {
    Heap<> heap(shape);
    auto traversal = trav::traversal<Strategy>(Graph{{&heap}}, policy);
    for (Node const root : heap.roots) traversal.push_root(root);
    traversal.run();
    CHECK(traversal.idle());
    std::sort(policy.nodes.begin(), policy.nodes.end());
    return policy.nodes;
}

}  // namespace

TEST_CASE("events 12, 14, 15, 18, 21, 22: first visits, by every strategy, with objects in memory order") {
    for_each_strategy<OrderedObjects<>, FirstVisits<trav::go>>([]<class Strategy>(char const* name) {
        INFO(name);
        Shape const chain = shape("a:b b:c c:", "a");
        auto const at_b = [](trav::go go) {
            return FirstVisits<trav::go>{[go](Node n) { return n->id == 1 ? go : trav::go::down; }};
        };
        CHECK(first_visits<Strategy>(chain, at_b(trav::go::down)) == Calls{"a", "b", "c"});
        CHECK(first_visits<Strategy>(chain, at_b(trav::go::skip)) == Calls{"a", "b"});
        CHECK(first_visits<Strategy>(chain, at_b(trav::go::stop)) == Calls{"a", "b"});
        CHECK(first_visits<Strategy>(chain, FirstVisits<bool>{[](Node n) { return n->id != 1; }}) ==
              Calls{"a", "b"});
        CHECK(first_visits<Strategy>(shape("a:b b:", "aa"), at_b(trav::go::skip)) == Calls{"a", "b"});

        CHECK(first_visits<Strategy>(shape("a:-b-c- b: c:", "-a-"), FirstVisits<>{}) == Calls{"a", "b", "c"});
        CHECK(first_visits<Strategy>(shape("a:bba b:a", "aa"), FirstVisits<>{}) == Calls{"a", "b"});
        CHECK(first_visits<Strategy>(shape("a:c b:ad c: d:b", "b"), FirstVisits<>{}) ==
              Calls{"a", "b", "c", "d"});  // edges lead both ways through memory
        CHECK(first_visits<Strategy>(shape("a:d b:c c:b d:", "ba"), FirstVisits<>{}) ==
              Calls{"a", "b", "c", "d"});

        Heap<> heap(shape("a:b b:", "a"));
        FirstVisits<> policy;
        auto traversal = trav::traversal<Strategy>(OrderedObjects<>{{&heap}}, policy);
        traversal.push_root(heap.at(1));
        traversal.run();
        traversal.push_root(heap.at(0));
        traversal.run();
        CHECK(policy.nodes == Calls{"b", "a"});
        traversal.push_root(heap.at(1));
        traversal.begin_pass();
        CHECK(traversal.idle());
        traversal.push_root(heap.at(1));
        traversal.run();
        CHECK(policy.nodes == Calls{"b", "a", "b"});
        traversal.begin_pass();
        traversal.push_root(heap.at(0));
        CHECK(traversal.step() == trav::go::down);
        CHECK(policy.nodes == Calls{"b", "a", "b", "a"});
        traversal.begin_pass();
        CHECK(traversal.idle());
    });
}

TEST_CASE("events 16, 17: handles, by every strategy, with objects in memory order") {
    for_each_strategy<OrderedIndirect, FirstVisits<>>([]<class Strategy>(char const* name) {
        INFO(name);
        auto const visited = [](Shape const& shape) {
            return first_visits<Strategy, OrderedIndirect>(shape, FirstVisits<>{});
        };
        CHECK(visited(shape("a:d b: c:a d:", "b")) == Calls{"a", "c"});
        CHECK(visited(shape("a:ec b: c: d: e:", "ea")) == Calls{"a", "c"});
    });
}
