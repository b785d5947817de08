// Traversals: after any exception, in any strategy and store, the heap is intact and the next pass is
// correct.
#include "support/strategies.hpp"
#include "support/failing.hpp"
#include "support/heap.hpp"

#include "catch.hpp"

#include <trav/store/partitioned.hpp>
#include <trav/strategy/memory_sweep.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using Data = std::uint32_t;
using Obj = test::Obj<Data>;

/// The objects of a heap; reading children may throw.
struct Throwing : test::Objects<Data> {
    auto const& children(node n) const {
        test::may_throw();
        return n->fields;
    }
};

/// Records the visited nodes; may throw.
struct Notes {
    using node_data = Data;
    std::vector<int> ids{};

    void visit(auto& here) {
        test::may_throw();
        if (!here.first) return;
        here.data = static_cast<Data>(here.node->id + 1);
        ids.push_back(here.node->id);
    }
};
/// The same with nodes in the order of memory.
struct InOrder : Throwing {
    test::Heap<Data>* objects;
    node node_at(std::size_t index) const { return &objects->objects[index]; }
};

struct VisitsOnce : Notes {
    static constexpr bool once = true;
};
struct Visits : Notes {
    Visits split() const { return {}; }
    void merge(Visits&& found) { ids.insert(ids.end(), found.ids.begin(), found.ids.end()); }
};
struct Returns : Notes {
    void leave(auto& here) {
        test::may_throw();
        here.data += 0;
    }
};

struct Case {
    test::Shape shape;
    test::Heap<Data> heap;
    explicit Case(test::Shape const& of) : shape(of), heap(of) {}
    explicit Case(int kind) : Case(test::RandomGraphs(11).graph(kind, 25)) {}

    std::vector<int> reached() const {
        std::vector<int> ids;
        auto const all = test::closure(shape);
        for (int i = 0; i != shape.size(); ++i)
            if (all[static_cast<std::size_t>(i)]) ids.push_back(i);
        return ids;
    }
    /// Whether every field and every cursor is as before.
    bool whole() {
        bool same = true;
        for (int i = 0; i != shape.size(); ++i) {
            auto const& wanted = shape.children[static_cast<std::size_t>(i)];
            same = same && heap.at(i)->cursor == 0 && heap.at(i)->fields.size() == wanted.size();
            for (std::size_t k = 0; same && k != wanted.size(); ++k)
                same = heap.at(i)->fields[k] == heap.at(wanted[k]);
        }
        return same;
    }
};

std::vector<int> sorted(std::vector<int> ids) {
    std::ranges::sort(ids);
    return ids;
}

/// Uses one store for all passes, failing or not.
template <class Strategy, class Policy, class Graph>
std::size_t check_each(test::Failing& failing, Case& c, Graph const& graph, auto& store) {
    using Store = std::remove_reference_t<decltype(store)>;
    auto const expected = c.reached();
    auto const check = [&](Policy const& policy) {
        CHECK(c.whole());
        CHECK(sorted(policy.ids) == expected);
        for (int const id : expected) {
            auto const found = store.find(c.heap.at(id));
            CHECK((found && *found == static_cast<Data>(id + 1)));
        }
    };
    Policy policy;
    trav::TraverseHeap<Graph, Policy, Store&, Strategy> traversal(graph, policy, store);
    return test::for_every_failure(failing, [&](auto attempt) {
        policy.ids.clear();
        traversal.begin_pass();
        bool const failed = attempt([&] {
            for (Obj* const root : c.heap.roots) traversal.push_root(root);
            traversal.run();
        });
        if (!failed) return check(policy);
        CHECK(c.whole());
        Policy in_one_call;  // may fail, too
        attempt([&] { trav::traverse<Strategy>(graph, c.heap.roots, in_one_call, store); });
        CHECK(c.whole());
        policy.ids.clear();
        traversal.begin_pass();
        CHECK(traversal.idle());
        for (Obj* const root : c.heap.roots) traversal.push_root(root);
        CHECK(traversal.run());
        check(policy);
    });
}

template <class Policy>
void check_all(int kind) {
    Case c(kind);
    Throwing const graph{{&c.heap}};
    auto const check_store = [&](auto& store, char const* store_name) {
        using Store = std::remove_reference_t<decltype(store)>;
        test::for_each_strategy<Throwing, Policy, Store>([&]<class Strategy>(char const* name) {
            INFO(name << " with " << store_name);
            CHECK(check_each<Strategy, Policy>(test::calls, c, graph, store) > 2 * c.reached().size());
            CHECK(check_each<Strategy, Policy>(test::allocations, c, graph, store) > 0);
        });
    };
    test::for_each_store(c.heap, check_store);
    trav::Partitioned<trav::Hashed<Obj*, Data>> partitioned;
    check_store(partitioned, "Partitioned");
}

}  // namespace

TEST_CASE("failing: after a visit, children or an allocation failed, the next pass is correct", "[unit]") {
    check_all<Visits>(GENERATE(9, 14, 16));
}

TEST_CASE("failing: the same holds with leave()", "[unit]") { check_all<Returns>(GENERATE(3, 9, 14)); }

TEST_CASE("failing: the same holds in the order of memory", "[unit]") {
    test::Shape shape{"most lead upwards", std::vector<std::vector<int>>(25), {3}};
    for (int i = 0; i != shape.size(); ++i) {
        auto& children = shape.children[static_cast<std::size_t>(i)];
        for (int const step : {1, 2})
            if (i + step < shape.size()) children.push_back(i + step);
        if (i % 6 == 5) children.push_back(i - 4);
    }
    Case c(shape);
    InOrder const graph{{{&c.heap}}, &c.heap};
    test::for_each_store(c.heap, [&](auto& store, char const* name) {
        INFO(name);
        CHECK(check_each<trav::MemorySweep, VisitsOnce>(test::calls, c, graph, store) >
              2 * c.reached().size());
        CHECK(check_each<trav::MemorySweep, VisitsOnce>(test::allocations, c, graph, store) > 0);
    });
}

TEST_CASE("failing: a frontier that failed to grow is dropped without damage", "[unit]") {
    // a chain of nodes with many children each, so that stacks and queues must grow
    test::Shape shape{"rows", std::vector<std::vector<int>>(70 * 42 + 1), {0}};
    for (std::size_t i = 0; i + 70 < shape.children.size(); i += 70)
        for (int k = 1; k <= 70; ++k) shape.children[i].push_back(static_cast<int>(i) + k);
    test::Heap<Data> heap(shape);
    Throwing const graph{{&heap}};
    test::for_each_strategy([&]<class Strategy>(char const* name) {
        INFO(name);
        Visits policy;
        trav::InNode<&Obj::slot> marks;
        trav::TraverseHeap<Throwing, Visits, trav::InNode<&Obj::slot>&, Strategy> traversal(graph, policy,
                                                                                            marks);
        test::for_every_failure(test::allocations, [&](auto attempt) {
            for (bool again : {true, false}) {
                policy.ids.clear();
                policy.ids.reserve(shape.children.size());
                traversal.begin_pass();
                auto const run = [&] {
                    for (int root = 0; root != 290; ++root) traversal.push_root(heap.at(root * 10));
                    traversal.run();
                };
                if (!again) run();
                else if (!attempt(run)) break;
            }
            CHECK(policy.ids.size() == shape.children.size());
        });
    });
}

namespace {

/// Words; fresh() distinguishes the words of new objects.
struct NewWords {
    test::Heap<Data>* old;
    std::uintptr_t* of_new_objects;
    std::uintptr_t& operator()(Obj* n) const { return n->word; }
    void unreached(auto f) const {
        for (auto& object : old->objects) f(object.word);
    }
    void fresh(std::uintptr_t word) const { *of_new_objects = word; }
};

}  // namespace

TEST_CASE("failing: an object allocated after a run that threw is new to the next pass", "[unit]") {
    test::Heap<Data> heap(test::shape("a:b b:c c:", "a"));
    std::uintptr_t word = 0;
    trav::HeaderWord<Data, NewWords> marks(NewWords{&heap, &word});
    Throwing const graph{{&heap}};
    Visits visits;
    bool const in_one_call = GENERATE(true, false);
    test::for_every_failure(test::calls, [&](auto attempt) {
        heap.at(2)->fields.clear();
        trav::traversal<trav::DepthFirst>(graph, visits, marks).begin_pass();
        attempt([&] {
            if (in_one_call) {
                trav::traverse(graph, heap.roots, visits, marks);
            } else {
                trav::TraverseHeap traversal(graph, visits, marks);
                traversal.push_root(heap.roots[0]);
                traversal.run();
            }
        });
        Obj born{.id = 3, .word = word};
        heap.at(2)->fields.push_back(&born);
        visits.ids.clear();
        trav::traverse(graph, heap.roots, visits, marks);
        CHECK(visits.ids == std::vector{0, 1, 2, 3});
    });
}
