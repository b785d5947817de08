// test/ghc/heap/graph.cpp: traversals of a mock GHC heap: the closures that GHC skips, GHC's order of events,
// header words across passes.
#include "catch.hpp"
#include "ghc/ghc_traversal.hpp"
#include "ghc/random_heap.hpp"
#include "support/strategies.hpp"

#include <trav/ghc/heap/graph.hpp>
#include <trav/store/header_word.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <vector>

using namespace trav::ghc;

namespace {

static_assert(trav::HeapGraph<Graph>);
static_assert(trav::AtOnceGraph<Graph>);

/// Labels in order of first arrival.
struct Preorder {
    Graph const& graph;
    std::vector<std::string> labels{};
    void visit(auto& here) {
        if (here.first) labels.emplace_back(graph.label(here.node));
    }
};

std::vector<std::string> preorder(Graph const& graph, std::vector<Closure*> const& roots) {
    Preorder policy{graph};
    trav::traverse(graph, roots, policy);
    return policy.labels;
}
using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a traversal visits a list from its stable pointer", "[unit]") {
    Heap heap;
    Closure* xs = heap.con("Nil");
    for (Word i = 3; i > 0; --i) xs = heap.con("Cons", {heap.con("Int", {}, {i}), xs});
    heap.stable(xs);
    Graph const graph(heap);
    CHECK(preorder(graph, heap.roots()) == Names{"Cons", "Int", "Cons", "Int", "Cons", "Int", "Nil"});
    CHECK(graph.size(xs) == 24);
}

TEST_CASE("a new thread waits for nothing, in no queue, on the capability that runs", "[unit]") {
    Heap heap({.capabilities = 2});
    Closure* const end = heap.end_tso_queue();
    auto const is_new = [&](Closure* made, std::size_t id, std::size_t capability) {
        auto const& tso = *as<Tso>(made);
        CHECK(untag(tso.next) == end);
        CHECK(untag(tso.block_info) == end);
        CHECK(untag(tso.blocked_exceptions) == end);
        CHECK(untag(tso.bq) == end);
        CHECK(untag(tso.trec) == heap.no_trec());
        CHECK(tso.id == id);
        CHECK(tso.cap == capability);
    };
    is_new(heap.thread(heap.stack({heap.stop_frame()})), 1, 0);
    heap.run_on(1);
    is_new(heap.thread(heap.stack({heap.stop_frame()})), 2, 1);
}

TEST_CASE("resolve untags, follows static indirections and skips the closures that GHC skips", "[unit]") {
    Heap heap;
    Graph const graph(heap), ghc(heap, true);
    Closure* const x = heap.con("x");
    CHECK(graph.resolve(with_tag(x, 3)) == x);
    CHECK(graph.resolve(nullptr) == nullptr);
    CHECK(graph.resolve(heap.ind_static(heap.ind_static(x))) == x);

    Closure* const tso = heap.thread(heap.stack({heap.stop_frame()}));
    CHECK(graph.resolve(tso) == tso);
    as<Tso>(tso)->what_next = WhatNext::Complete;
    CHECK(graph.resolve(tso) == nullptr);
    as<Tso>(tso)->what_next = WhatNext::Killed;
    CHECK(graph.resolve(tso) == nullptr);

    Closure* const s = heap.static_con("s", {x});
    CHECK(graph.resolve(heap.caf("c")) == nullptr);
    Closure* const caf = heap.caf(Code("c").refers(s));
    CHECK(graph.resolve(caf) == caf);
    CHECK(graph.resolve(heap.static_fun("f")) == nullptr);
    Closure *const f = heap.static_fun(Code("f").refers(s)), *const g = heap.static_fun("g", {s});
    CHECK(graph.resolve(f) == f);
    CHECK(graph.resolve(g) == g);
    Closure* const nullary = heap.static_con("Nil");
    CHECK(graph.resolve(nullary) == nullary);

    CHECK(graph.resolve(heap.end_tso_queue()) == nullptr);
    CHECK(graph.resolve(heap.no_finalizer()) == nullptr);
    CHECK(graph.resolve(heap.static_con("P", {}, {1, 2, 3})) == nullptr);
    Closure* const unpacked = heap.con("P", {}, {1, 2, 3});  // GHC never visits it, although it is alive
    CHECK(graph.resolve(unpacked) == unpacked);
    CHECK(ghc.resolve(unpacked) == nullptr);
    CHECK(ghc.resolve(heap.con("P", {}, {1, 2})) != nullptr);
}

TEST_CASE("a root that is a static indirection resolves to its target", "[unit]") {
    Heap heap;
    heap.stable(heap.ind_static(heap.con("x", {heap.con("y")})));
    CHECK(preorder(Graph(heap), heap.roots()) == Names{"x", "y"});
}

TEST_CASE("resolve rejects other things than heap objects, with their type and address", "[unit]") {
    Heap heap;
    Graph const graph(heap);
    Closure* const ind = heap.ind(heap.con("x"));
    try {
        graph.resolve(ind);
        FAIL("accepted");
    } catch (IllFormed const& e) {
        CHECK(e.type == ClosureType::IND);
        CHECK(e.where == ind);
        CHECK_THAT(e.what(), Catch::Contains("IND (closure type 27) at 0x") &&
                                 Catch::Contains("reached as a heap object"));
    }
    std::size_t refused = 0;
    for (std::uint32_t t = 0; t < closure_types + 3; ++t) {
        Closure* const c = heap.make(heap.table(ClosureType{t}, "odd", 4, 0));
        bool const odd = !is_known(ClosureType{t}) || is_stack_frame(ClosureType{t}) ||
                         ClosureType{t} == ClosureType::IND ||
                         ClosureType{t} == ClosureType::INVALID_OBJECT ||
                         ClosureType{t} == ClosureType::WHITEHOLE;
        if (ClosureType{t} == ClosureType::IND_STATIC) continue;
        INFO(t);
        if (odd) CHECK_THROWS_AS(graph.resolve(c), IllFormed);
        else CHECK_NOTHROW(graph.resolve(c));
        refused += odd;
    }
    CHECK(refused == 11 + 3 + 3);  // frames; IND, INVALID_OBJECT, WHITEHOLE; unknown numbers

    heap.stable(heap.con("x", {ind}));
    CHECK_THROWS_AS(preorder(graph, heap.roots()), IllFormed);
}

TEST_CASE("roots are threads, weak pointers and stable pointers, in this order", "[unit]") {
    Heap heap;
    auto const thread = [&] { return heap.thread(heap.stack({heap.stop_frame()})); };
    Closure *a = heap.con("a"), *b = heap.con("b");
    StablePtr const sa = heap.stable(a);
    heap.stable(b);
    Closure *w1 = heap.weak(a, b), *w2 = heap.weak(b, a);
    Closure *t1 = heap.schedule(thread()), *t2 = heap.schedule(thread()), *t3 = heap.schedule(thread());
    Closure* t4 = thread();
    heap.suspend(t4);
    CHECK(heap.roots() == std::vector{t1, t2, t3, t4, w1, w2, tagged(a), tagged(b)});
    CHECK(heap.ghc_roots() == std::vector{t1, t3, t4, w1, w2, tagged(a), tagged(b)});
    CHECK(as<Tso>(t1)->next == t2);
    CHECK(as<Weak>(w1)->link == w2);
    heap.free_stable(sa);
    CHECK(heap.roots() == std::vector{t1, t2, t3, t4, w1, w2, tagged(b)});
    CHECK(heap.stable(w1) == sa);  // numbers are reused
    CHECK(heap.unschedule() == t1);
    CHECK(heap.ghc_roots().front() == t2);
}

// -- the order of events

namespace {

/// Records all events; descends on some revisits.
struct Teller {
    using W = test::W;
    using inherited = W;
    using node_data = int;
    static constexpr bool wants_parent = true;
    std::function<bool(W, int)> rule;
    std::vector<test::Call> calls{};

    bool visit(auto& here) {
        W const c = address(here.node);
        calls.push_back({'v', c, address(here.parent), here.first, here.inherited, 0});
        here.to_children = c + here.inherited;
        using Returned = std::remove_cvref_t<decltype(here.returned)>;
        if constexpr (!trav::detail::absent<Returned>) here.returned = 1;
        return rule(c, here.data++);
    }
};
struct LeavingTeller : Teller {
    using returned = int;
    void leave(auto& here) {
        calls.push_back(
            {'r', address(here.node), address(here.parent), false, here.inherited, here.returned});
        here.to_parent += here.returned;
    }
};

template <class Policy, class Store>
void same_events(test::RandomHeap& random, bool ghc_compatible, bool returns, Store&& store, unsigned seed) {
    Heap& heap = random.heap;
    auto const rule = [seed](test::W c, int arrival) {
        return arrival == 0 ? (c / 8 + seed) % 11 != 0 : arrival == 1 && (c / 8 + seed) % 3 == 0;
    };
    auto const is_static = [&](test::W c) { return heap.is_static(reinterpret_cast<Closure*>(c)); };
    test::GhcTraversal ghc(rule, returns, ghc_compatible, is_static);
    Policy policy;
    policy.rule = rule;
    trav::TraverseHeap traversal(Graph(heap, ghc_compatible), policy, store);
    traversal.begin_pass();
    test::W data = 1000;
    for (Closure* root : heap.roots()) {
        ghc.push_root(address(root), data);
        traversal.push_root(root, data);
        data += 8;
    }
    ghc.work();
    REQUIRE(traversal.run());
    INFO("seed " << seed);
    CHECK((policy.calls == ghc.calls));
    if constexpr (requires { traversal.returned() + 1; }) CHECK(traversal.returned() == ghc.accum());
}

}  // namespace

TEST_CASE("depth-first order is GHC's traversal, call by call, on heaps of all closure types", "[property]") {
    std::set<ClosureType> seen;
    for (unsigned seed = 0; seed < 150; ++seed) {
        test::RandomHeap random(seed, seed % 3 == 0 ? 40 : 160);
        bool const ghc_compatible = seed % 2;
        trav::Hashed<Closure*, int> store;
        same_events<Teller>(random, ghc_compatible, false, store, seed);
        same_events<LeavingTeller>(random, ghc_compatible, true, store, seed);
        trav::HeaderWord<int, HeaderAccess> words{HeaderAccess(random.heap)};
        same_events<Teller>(random, ghc_compatible, false, words, seed);
        same_events<LeavingTeller>(random, ghc_compatible, true, words, seed);
        for (Closure* c : random.heap.objects()) seen.insert(type(c));
    }
    for (std::uint32_t t = 0; t < closure_types; ++t) {
        auto const kind = ClosureType{t};
        INFO(name(kind));
        bool const no_object = is_stack_frame(kind) || kind == ClosureType::INVALID_OBJECT ||
                               kind == ClosureType::IND || kind == ClosureType::WHITEHOLE ||
                               kind == ClosureType::FUN_STATIC || kind == ClosureType::THUNK_STATIC ||
                               kind == ClosureType::IND_STATIC;
        CHECK(seen.count(kind) == !no_object);
    }
}

TEST_CASE("every strategy visits the same objects", "[property]") {
    for (unsigned seed = 0; seed < 30; ++seed) {
        test::RandomHeap random(seed);
        Graph const graph(random.heap);
        auto const visited = [&]<class Strategy>() {
            std::set<Closure*> nodes;
            trav::traverse<Strategy>(graph, random.heap.roots(),
                                     [&](auto& here) { nodes.insert(here.node); });
            return nodes;
        };
        auto const depth_first = visited.template operator()<trav::DepthFirst>();
        test::for_each_strategy([&]<class Strategy>(char const* name) {
            INFO(name);
            CHECK(visited.template operator()<Strategy>() == depth_first);
        });
        CHECK(depth_first.size() > 5);
    }
}

TEST_CASE("children taken all at once are visited last to first", "[unit]") {
    Heap heap;
    Closure *a = heap.con("a"), *b = heap.con("b"), *c = heap.con("c");
    heap.stable(heap.pap(heap.fun(Code("f").args("ppp"), {c}), {a, b}));
    heap.stable(heap.con("C", {a, b, c}));
    CHECK(preorder(Graph(heap), heap.roots()) == Names{"PAP", "b", "a", "f", "c", "C"});
}

// -- header words

namespace {

/// The number of objects that one pass over the roots reaches for the first time.
struct CountFirst {
    using node_data = int;
    std::set<Closure*> first{};
    void visit(auto& here) {
        if (here.first) first.insert(here.node);
    }
};

struct Words {
    Heap heap;
    CountFirst policy;

    std::set<Closure*> pass(auto& store) {
        policy.first.clear();
        trav::traverse(Graph(heap), heap.roots(), policy, store);
        return policy.first;
    }
};

}  // namespace

TEST_CASE_METHOD(Words, "an object missed by one pass is new to the next pass that reaches it", "[unit]") {
    for (Reset reset : {Reset::all, Reset::ghc_lists}) {
        for (bool is_static : {false, true}) {
            trav::HeaderWord<int, HeaderAccess> store{HeaderAccess(heap, reset)};
            Closure* const lost = is_static ? heap.static_con("lost", {}, {1}) : heap.con("lost");
            Closure* const other = heap.con("other");
            Closure* const var = heap.mut_var(lost);
            StablePtr const root = heap.stable(var);
            store.begin_pass();
            store.begin_pass();
            CHECK(pass(store).count(lost) == 1);
            as<MutVar>(var)->var = tagged(other);
            CHECK(pass(store).count(lost) == 0);
            as<MutVar>(var)->var = tagged(lost);
            // GHC resets only mutable objects and scanned statics, and mistakes the stale bit for a visit
            CHECK(pass(store).count(lost) == (reset == Reset::all ? 1 : 0));
            heap.free_stable(root);
        }
    }
}

TEST_CASE_METHOD(Words, "an object allocated between passes is new", "[unit]") {
    for (Reset reset : {Reset::all, Reset::ghc_lists}) {
        trav::HeaderWord<int, HeaderAccess> store{HeaderAccess(heap, reset)};
        std::vector<std::size_t> found;
        for (int i = 0; i < 4; ++i) {
            StablePtr const root = heap.stable(heap.con("new"));
            found.push_back(pass(store).size());
            heap.free_stable(root);
        }
        // in every other pass, GHC's zero word means "visited"
        if (reset == Reset::all) CHECK(found == std::vector<std::size_t>{1, 1, 1, 1});
        else CHECK(found == std::vector<std::size_t>{1, 0, 1, 0});
    }
}

TEST_CASE("selectors of all fields have the same name", "[conformance]") {
    // let ~(P a b c) = mk i in (a, b, c): with -hd and -hy, GHC 9.0.2 calls all three stg_sel_upd
    Heap heap;
    Closure* const record = heap.con("P", {heap.con("a"), heap.con("b"), heap.con("c")});
    for (std::size_t field : {0u, 1u, 2u}) {
        Closure* const selector = heap.selector(field, record);
        CHECK(description(selector) == "stg_sel_upd");
        CHECK(type_description(selector) == "stg_sel_upd");
        CHECK(info(selector).layout.selector == field);
    }
}

TEST_CASE("HeaderAccess rejects heaps with biographies", "[unit]") {
    Heap with({.ldv = true}), without;
    CHECK_THROWS_WITH(HeaderAccess(with),
                      "ghc heap: the header words hold biographies; keep other data elsewhere");
    CHECK_NOTHROW(HeaderAccess(without));
}

TEST_CASE("header words agree with a side table across passes, collections and changes", "[property]") {
    for (unsigned seed = 0; seed < 20; ++seed) {
        test::RandomHeap random(seed);
        Heap& heap = random.heap;
        trav::HeaderWord<int, HeaderAccess> words{HeaderAccess(heap)};
        for (int i = 0; i < 8; ++i) {
            CountFirst in_words, in_table;
            trav::traverse(Graph(heap), heap.roots(), in_words, words);
            trav::traverse(Graph(heap), heap.roots(), in_table);
            CHECK(in_words.first == in_table.first);
            StablePtr const added = heap.stable(heap.con("new", {heap.deref(StablePtr{0})}));
            if (random.below(2)) heap.free_stable(added);
            if (random.below(2)) heap.collect();
        }
    }
}

TEST_CASE("prefetching takes the elements of a long array piece by piece") {
    trav::ghc::Heap heap;
    std::vector<trav::ghc::Closure*> const elements(100'000, heap.con("Nothing"));
    int visits = 0;
    auto count = [&](auto&) { ++visits; };
    auto traversal = trav::traversal<trav::Counted<trav::Prefetch<>>>(trav::ghc::Graph(heap), count);
    traversal.push_root(heap.array(elements));
    CHECK(traversal.run());
    CHECK(visits == 100'001);
    CHECK(traversal.statistics().max_frontier <= 1025);
}
