// test/strategy/strategy.cpp: the requirements for strategies and walkers, and a walker with only the
// required members. Compiler messages for incomplete strategies are tested in test/diagnostics.
#include "catch.hpp"
#include "support/heap.hpp"
#include "support/strategies.hpp"
#include "support/worklist_model.hpp"

#include <trav/policy/policy.hpp>
#include <trav/strategy/strategy.hpp>
#include <trav/traverse_heap.hpp>

#include <deque>
#include <vector>

using namespace test;

namespace {

// --- Requirements --------------------------------------------------------------------------------

struct Visit {
    void visit(auto&) {}
};
template <class T>
constexpr bool walks = trav::WalkerOf<trav::walker_t<T, Objects<>, Visit, trav::Hashed<Obj<>*>>, Objects<>,
                                      Visit, trav::Hashed<Obj<>*>>;
static_assert(walks<trav::DepthFirst>);
static_assert(walks<trav::MarkStack>);
static_assert(walks<trav::BreadthFirst>);
static_assert(walks<trav::Prefetch<>>);
static_assert(walks<trav::PointerReversal>);
static_assert(walks<trav::Counted<trav::MarkStack>>);
static_assert(walks<AnyOrder>);

struct Directed {
    static constexpr bool returns = false;
};
static_assert(trav::Strategy<AnyOrder>);
static_assert(!trav::Strategy<Directed>);
static_assert(!trav::Strategy<Visit>);

template <class Step>
struct Steps {
    Steps(auto const&, auto&, auto&) {}
    void push(auto const&, auto const&) {}
    bool idle() const { return true; }
    Step step();
    void clear() {}
    trav::returned_t<Visit>& total();
};
static_assert(trav::WalkerOf<Steps<trav::go>, Objects<>, Visit, trav::Hashed<Obj<>*>>);
static_assert(!trav::WalkerOf<Steps<bool>, Objects<>, Visit, trav::Hashed<Obj<>*>>);

// --- A minimal strategy --------------------------------------------------------------------------

/// A queue of arrivals.
struct Queue {
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    template <class G, class P, class S>
    class Walker {
        using N = trav::node_t<G>;
        struct Arrival {
            N node, parent;
            trav::inherited_t<P> inherited;
        };

      public:
        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {}
        void push(N const& root, trav::inherited_t<P> const& inherited) {
            waiting_.push_back({root, root, inherited});
        }
        bool idle() const { return waiting_.empty(); }
        void clear() { waiting_.clear(); }
        trav::returned_t<P>& total() { return nothing_; }
        trav::go step() {
            Arrival const a = waiting_.front();
            waiting_.pop_front();
            if (trav::null(graph_, a.node)) return trav::go::skip;
            auto const push_children = [&](auto& here) {
                trav::scan(graph_, a.node,
                           [&](N const& child) { waiting_.push_back({child, a.node, here.to_children}); });
            };
            return trav::detail::arrive<P>(policy_, store_, a.node, trav::detail::as_parent<P>(a.parent),
                                           a.inherited, nothing_, push_children);
        }

      private:
        G const& graph_;
        P& policy_;
        S& store_;
        std::deque<Arrival> waiting_{};
        trav::returned_t<P> nothing_{};
    };
};

}  // namespace

TEST_CASE("strategy: a minimal queue of arrivals makes the calls of a queue", "[property]") {
    Rule rule{.most = 3};
    for_random_graphs(40, 10, 24, [&](Shape const& shape) {
        ++rule.seed;
        rule.stop_after = rule.seed % 2 == 0 ? ~0u : 1 + rule.seed % 20;
        equals_model_with_every_answer<Queue>(shape, rule);
    });
}

TEST_CASE("strategy: a stop and a new pass clear its walker", "[unit]") {
    Heap<> heap(shape("a:bc b: c:", "a"));
    std::vector<int> visits;
    auto stop_at_b = [&](auto& here) {
        visits.push_back(here.node->id);
        return here.node->id == 1 ? trav::go::stop : trav::go::down;
    };
    auto traversal = trav::traversal<Queue>(Objects<>{&heap}, stop_at_b);
    traversal.push_root(heap.at(0));
    CHECK(traversal.step() == trav::go::down);
    CHECK(!traversal.idle());
    CHECK(!traversal.run());
    CHECK(visits == std::vector{0, 1});
    CHECK(traversal.idle());
    traversal.push_root(heap.at(0));
    traversal.begin_pass();
    CHECK(traversal.idle());
}
