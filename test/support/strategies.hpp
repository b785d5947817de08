// All strategies, for tests of properties that every strategy has. cmake/check_mirrors.cmake checks that no
// strategy of strategy/ is missing.
#pragma once

#include <trav/default_store.hpp>
#include <trav/policy/policy.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/strategy/depth_first.hpp>
#include <trav/strategy/mark_stack.hpp>
#include <trav/strategy/memory_sweep.hpp>
#include <trav/strategy/parallel.hpp>
#include <trav/strategy/pointer_reversal.hpp>
#include <trav/strategy/prefetch.hpp>
#include <trav/strategy/worklist.hpp>

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace test {

/// A user-defined strategy: arrivals in an arbitrary order.
template <class Item, class>
class Shuffled {
  public:
    void push(Item item, auto const&) { items_.push_back(std::move(item)); }
    Item pop() {
        seed_ = seed_ * 1664525 + 1013904223;
        std::swap(items_[seed_ / 65536 % items_.size()], items_.back());
        Item item = std::move(items_.back());
        items_.pop_back();
        return item;
    }
    bool empty() const { return items_.empty(); }
    std::size_t size() const { return items_.size(); }
    void clear() { items_.clear(); }

  private:
    std::vector<Item> items_;
    unsigned seed_ = 1;
};
struct AnyOrder : trav::Worklist<Shuffled, false> {};

/// Strategies with an order that depends only on the graph and the policy's answers.
using OrderedStrategies = std::tuple<trav::DepthFirst, trav::MarkStack, trav::BreadthFirst>;

/// Calls f.operator()<Strategy>(name) for each strategy that walks any graph with any store, for any policy
/// without leave().
template <class F>
void for_each_strategy(F f) {
    f.template operator()<trav::DepthFirst>("DepthFirst");
    f.template operator()<trav::MarkStack>("MarkStack");
    f.template operator()<trav::BreadthFirst>("BreadthFirst");
    f.template operator()<trav::Prefetch<4>>("Prefetch<4>");
    f.template operator()<trav::Prefetch<>>("Prefetch<64>");
    f.template operator()<trav::Counted<trav::BreadthFirst>>("Counted<BreadthFirst>");
    f.template operator()<AnyOrder>("AnyOrder");
}

/// Whether Parallel can walk a graph of type G for a policy of type P, with a store of type S; void: with its
/// own store.
template <class G, class P, class S>
constexpr bool divisible =
    trav::SplitPolicy<P, trav::node_t<G>> && trav::detail::HasRegion<trav::node_t<G>> &&
    (std::is_void_v<S> || trav::ConcurrentStore<S>);

/// Whether PointerReversal can walk a graph of type G for a policy of type P.
template <class G, class P>
constexpr bool reversible =
    trav::ReversibleGraph<G> && !trav::AtOnceGraph<G> && !requires(G const& graph, trav::node_t<G> n) {
        graph.resolve(n);
    } && trav::detail::absent<trav::inherited_t<P>> && trav::detail::absent<trav::returned_t<P>>;

/// Whether MemorySweep can walk a graph of type G for a policy of type P.
template <class G, class P>
constexpr bool sweepable =
    trav::MemoryOrdered<G> && trav::VisitsOnce<P> && trav::detail::Bare<P, trav::node_t<G>>;

/// The same for each strategy that can walk graphs of type G for policies of type P, with stores of type S;
/// void: with its own store.
template <class G, class P, class S = void, class F>
void for_each_strategy(F f) {
    for_each_strategy([&]<class Strategy>(char const* name) {
        if constexpr (Strategy::returns || !trav::Leaves<P, trav::node_t<G>>)
            f.template operator()<Strategy>(name);
    });
    if constexpr (sweepable<G, P> && !trav::Leaves<P, trav::node_t<G>>)
        f.template operator()<trav::MemorySweep>("MemorySweep");
    if constexpr (reversible<G, P>) f.template operator()<trav::PointerReversal>("PointerReversal");
    if constexpr (divisible<G, P, S>) {
        f.template operator()<trav::Parallel<1>>("Parallel<1>");
        f.template operator()<trav::Parallel<3>>("Parallel<3>");
    }
}

}  // namespace test
