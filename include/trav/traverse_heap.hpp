// trav/traverse_heap.hpp: TraverseHeap, which traverses a graph with a policy, and traverse(), which makes
// a single pass.
//
// TraverseHeap<Graph, Policy, Store, Strategy> compiles four choices into one loop: what is walked, what to
// do at each node, where to keep data, and in which order to go. It refers to the policy; it owns the graph
// and, unless given an lvalue, the store. doc/engine.md specifies what is called when.
//
// Time is O(visits + edges crossed); the size of the frontier depends on the strategy.
//
// A visit, a graph or an allocation may throw. An exception ends the run like go::stop: waiting arrivals
// are dropped, PointerReversal restores the pointers that it has reversed, and the next pass is correct.
// Marks remain until then. doc/reliability.md has a table of all such guarantees.
#pragma once

#include "policy/check.hpp"    // first: messages name few headers
#include "strategy/check.hpp"  // second, for the same reason

#include "default_store.hpp"
#include "detail/compiler.hpp"
#include "fwd.hpp"
#include "strategy/depth_first.hpp"
#include "strategy/strategy.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// Calls after_run() of a store that has it when a traversal ends, even with an exception.
template <class Store>
struct AfterRun {
    Store& store;
    TRAV_ALWAYS_INLINE ~AfterRun() {
        if constexpr (requires { store.after_run(); }) store.after_run();
    }
};

}  // namespace detail

/// The heap traversal of GHC's TraverseHeap.c, for any graph.
template <class Graph, class Policy, class Store, class Strategy>
class TraverseHeap {
    static constexpr bool sound = detail::check<Graph, Policy, std::remove_reference_t<Store>, Strategy>();
    using Walker =
        std::conditional_t<sound,
                           typename Strategy::template Walker<Graph, Policy, std::remove_reference_t<Store>>,
                           detail::Refused>;

  public:
    using node = node_t<Graph>;

    /// Walks `graph` for `policy` with a new store.
    TraverseHeap(Graph graph, Policy& policy)
        requires(!std::is_reference_v<Store>)
        : graph_(std::move(graph)),
          store_(detail::make_store<Store>(graph_)),
          walker_(graph_, policy, store_) {}
    /// The same with a store of yours: an lvalue is referred to, an rvalue is moved in.
    TraverseHeap(Graph graph, Policy& policy, Store&& store)
        : graph_(std::move(graph)), store_(std::forward<Store>(store)), walker_(graph_, policy, store_) {}
    TraverseHeap(TraverseHeap const&) = delete;  // the walker refers to the graph and the store
    TraverseHeap& operator=(TraverseHeap const&) = delete;

    /// Forgets all marks and statistics, and the remains of an interrupted pass.
    void begin_pass() {
        walker_.clear();
        if constexpr (requires { walker_.reset_statistics(); }) walker_.reset_statistics();
        walker_.total() = {};
        detail::begin_pass(store_, graph_);
    }
    /// Adds a root. DepthFirst and MarkStack visit the last root first, BreadthFirst the first.
    void push_root(node const& root, inherited_t<Policy> const& inherited = {}) {
        or_drop([&] { walker_.push(root, inherited); });
    }
    /// Refused: no node of the graph.
    template <class Other>
        requires(!std::convertible_to<Other const&, node>)
    void push_root(Other const&, auto const&...) {
        static_assert(!sizeof(Other),
                      "trav: push_root takes a node of the graph: of trav::Objects, trav::object(x)");
    }

    /// Visits every node that is reachable from the pushed roots and was not visited in this pass. Returns
    /// false if the policy said stop; waiting arrivals are then dropped.
    bool run() {
        detail::AfterRun<std::remove_reference_t<Store>> const after{store_};
        bool const ran = or_drop([this] { return detail::drain(walker_); });
        if (!ran) walker_.clear();
        return ran;
    }
    /// Makes one arrival or one return, for callers that drive the traversal themselves. Returns go::stop
    /// if the policy said so.
    go step() {
        return or_drop([this] { return walker_.step(); });
    }
    /// Whether there is nothing left to do.
    bool idle() const { return walker_.idle(); }

    /// The value that leave() of the roots handed up.
    returned_t<Policy> const& returned() { return walker_.total(); }
    /// Visits, objects and size of the frontier. Requires the strategy Counted<...>.
    auto const& statistics() const
        requires requires(Walker const& w) { w.statistics(); }
    {
        return walker_.statistics();
    }

    Graph const& graph() const { return graph_; }
    std::remove_reference_t<Store>& store() { return store_; }

  private:
    struct DropUnlessDone {
        Walker* walker;
        TRAV_INLINE ~DropUnlessDone() {
            if (walker) walker->clear();
        }
    };
    /// Calls f, and drops waiting arrivals if it throws.
    auto or_drop(auto f) {
        DropUnlessDone drop{&walker_};
        if constexpr (std::is_void_v<decltype(f())>) {
            f();
            drop.walker = nullptr;
        } else {
            auto const result = f();
            drop.walker = nullptr;
            return result;
        }
    }

    [[no_unique_address]] Graph graph_;
    Store store_;
    Walker walker_;
};

template <class G, class P>
TraverseHeap(G, P&) -> TraverseHeap<G, P>;
template <class G, class P, class S>
TraverseHeap(G, P&, S&&) -> TraverseHeap<G, P, S>;
template <class G, class P, class... S>
TraverseHeap(G, P&&, S&&...) -> TraverseHeap<G, P&&>;  // rejects a policy without a name

/// The result of a pass.
template <class Returned>
struct Outcome {
    bool stopped;                               ///< the policy said go::stop
    [[no_unique_address]] Returned returned{};  ///< the value that leave() of the roots handed up
};

namespace detail {

/// Makes one pass; the pass of the store must have begun. Inlined, so that the caller's local store can stay
/// in registers.
template <class Strategy, class Graph, class Roots, class Policy, class Store>
TRAV_INLINE auto pass(Graph const& graph, Roots const& roots, Policy& policy, Store& store) {
    AfterRun<Store> const after{store};
    typename Strategy::template Walker<Graph, Policy, Store> walker(graph, policy, store);
    bool ran = true;
    for (auto const& root : roots) {
        walker.push(root, {});
        if constexpr (Strategy::last_root_first) {  // a stack of all roots would reverse their order
            ran = drain(walker);
            if (!ran) break;
        }
    }
    if constexpr (!Strategy::last_root_first) ran = drain(walker);
    return Outcome<returned_t<Policy>>{!ran, std::move(walker.total())};
}

/// The policy has callbacks, but none that can be called if it is const.
template <class P, class G>
concept changes_itself = Policy<P, node_t<G>> && !Policy<P const, node_t<G>>;

}  // namespace detail

/// Makes one pass over all nodes reachable from `roots`, a range of nodes, in the order of the range.
/// Begins a pass of the store.
template <class Strategy = DepthFirst, class Graph, class Roots = detail::Braced<Graph>, class Policy,
          class Store>
auto traverse(Graph const& graph, Roots const& roots, Policy& policy, Store& store) {
    if constexpr (detail::check<Graph, Policy, Store, Strategy, Roots>()) {
        detail::begin_pass(store, graph);
        return detail::pass<Strategy>(graph, roots, policy, store);
    }
}

/// The same with a new store. Returns the policy if it is an rvalue.
template <class Strategy = DepthFirst, class Graph, class Roots = detail::Braced<Graph>, class Policy>
auto traverse(Graph const& graph, Roots const& roots, Policy&& policy) {
    using P = std::remove_reference_t<Policy>;
    if constexpr (detail::check_graph<Graph>()) {
        using Store = typename detail::store_of<Strategy, DefaultStore<Graph, P>>::type;
        if constexpr (detail::check<Graph, P, Store, Strategy, Roots>()) {
            auto store = detail::make_store<Store>(graph);
            if constexpr (std::is_lvalue_reference_v<Policy>) {
                return detail::pass<Strategy>(graph, roots, policy, store);
            } else {
                detail::pass<Strategy>(graph, roots, policy, store);
                return P(std::forward<Policy>(policy));
            }
        }
    }
}
/// The same for an rvalue that changes itself: its results are lost if the returned policy is discarded.
template <class Strategy = DepthFirst, class Graph, class Roots = detail::Braced<Graph>, class Policy>
    requires detail::changes_itself<Policy, Graph>
[[nodiscard("trav: the policy was copied, and traverse() returns that copy with what it has found")]]
auto traverse(Graph const& graph, Roots const& roots, Policy&& policy) {
    using Store = typename detail::store_of<Strategy, DefaultStore<Graph, Policy>>::type;
    if constexpr (detail::check<Graph, Policy, Store, Strategy, Roots>()) {
        auto store = detail::make_store<Store>(graph);
        detail::pass<Strategy>(graph, roots, policy, store);
        return Policy(std::forward<Policy>(policy));
    }
}

/// A traversal with a strategy of your choice: traversal<MarkStack>(graph, policy).
template <class Strategy, class Graph, class Policy>
auto traversal(Graph graph, Policy& policy) {
    using Store = typename detail::store_of<Strategy, DefaultStore<Graph, Policy>>::type;
    return TraverseHeap<Graph, Policy, Store, Strategy>(std::move(graph), policy);
}
template <class Strategy, class Graph, class Policy, class... Store>
auto traversal(Graph, Policy&&, Store&&...) {
    static_assert(detail::check_policy<Policy&&, node_t<Graph>>());  // rejects a policy without a name
    return detail::Refused{};
}
template <class Strategy, class Graph, class Policy, class Store>
auto traversal(Graph graph, Policy& policy, Store&& store) {
    return TraverseHeap<Graph, Policy, Store, Strategy>(std::move(graph), policy, std::forward<Store>(store));
}

}  // namespace trav
