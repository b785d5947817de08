// test/strategy/prefetch.cpp: nothing is lost between ring and stack, and every arrival is prefetched once.
#include "catch.hpp"
#include "support/heap.hpp"

#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <map>
#include <utility>

using namespace test;

namespace {

using Arrivals = std::map<std::pair<int, int>, int>;

struct CountArrivals {
    using inherited = int;
    static constexpr bool wants_parent = true;
    Arrivals arrivals{};
    bool sound = true;
    void visit(auto& here) {
        ++arrivals[{here.parent->id, here.node->id}];
        if (here.inherited != here.parent->id) sound = false;  // of a root: what it is pushed with
        here.to_children = here.node->id;
    }
};

template <class Strategy>
Arrivals arrivals(Heap<>& heap) {
    CountArrivals policy;
    auto traversal = trav::traversal<Strategy>(Objects<>{&heap}, policy);
    for (auto* root : heap.roots) traversal.push_root(root, root == nullptr ? 0 : root->id);
    CHECK(traversal.run());
    CHECK(policy.sound);
    return policy.arrivals;
}

/// Counts what is prefetched.
struct Addressed : Objects<> {
    std::map<int, int>* prefetched;
    void const* address(node n) const {
        ++(*prefetched)[n->id];
        return n;
    }
};

}  // namespace

TEST_CASE("prefetch: the arrivals of a mark stack, at any distance", "[property]") {
    for_random_graphs(40, 6, 300, [](Shape const& shape) {
        INFO(shape.name);
        Heap<> heap(shape);
        Arrivals const expected = arrivals<trav::MarkStack>(heap);
        CHECK(arrivals<trav::Prefetch<1>>(heap) == expected);
        CHECK(arrivals<trav::Prefetch<2>>(heap) == expected);
        CHECK(arrivals<trav::Prefetch<16>>(heap) == expected);
        CHECK(arrivals<trav::Prefetch<>>(heap) == expected);
    });
}

TEST_CASE("prefetch: every arrival is prefetched once, before its visit") {
    for_random_graphs(41, 3, 100, [](Shape const& shape) {
        Heap<> heap(shape);
        std::map<int, int> prefetched, visited;
        bool in_time = true;
        auto const count = [&](auto& here) {
            ++visited[here.node->id];
            if (prefetched[here.node->id] < visited[here.node->id]) in_time = false;
        };
        std::vector<Obj<>*> roots;
        for (auto* root : heap.roots)
            if (root != nullptr) roots.push_back(root);
        trav::traverse<trav::Prefetch<8>>(Addressed{{&heap}, &prefetched}, roots, count);
        CHECK(prefetched == visited);
        CHECK(in_time);
    });
}

TEST_CASE("prefetch: a stopped pass leaves nothing to the next one") {
    Heap<> heap(shape("a:bcdefg b: c: d: e: f: g:", "a"));
    int visits = 0;
    int most = 3;
    auto stop = [&](auto&) { return ++visits == most ? trav::go::stop : trav::go::down; };
    auto traversal = trav::traversal<trav::Prefetch<2>>(Objects<>{&heap}, stop);
    traversal.push_root(heap.at(0));
    CHECK_FALSE(traversal.run());
    CHECK(traversal.idle());
    visits = 0;
    most = 100;
    traversal.begin_pass();
    traversal.push_root(heap.at(0));
    CHECK(traversal.run());
    CHECK(visits == 7);
}
