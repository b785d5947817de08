// trav/profile/stored_flow.hpp: a breakdown by a flow with values in a store of your choice: for example in a
// word of the objects themselves, like the sets of GHC's retainer profiler.
//
//     struct Obj { std::vector<Obj*> fields; trav::Slot<std::uint32_t> set; };
//
//     trav::InNode<&Obj::set> sets;                        // or a HeaderWord
//     trav::RootSets<Obj*, std::uint32_t> roots{{"cache", cache}, {"sessions", sessions}};
//     trav::StoredFlow by_root{roots, heap, sets};
//     trav::Profiler profiler{heap, by_root};
//     profiler.sample_heap(all_roots, seconds);            // no values outside the objects
//     profiler.profile().by(by_root);
//
// StoredFlow has the bands and the name of its underlying breakdown. If the graph exposes a good memory order
// (graph/memory_order.hpp), the flow is solved in that order, with a bit per slot of memory. Otherwise it is
// solved by revisiting, as in GHC (flow/revisit.hpp): there is a stack of pending arrivals, and an object is
// visited again each time its value grows, which is rare for retainers and frequent for many roots. Values
// stay in the store until the next sample. Two StoredFlow in one profiler need two fields, words or stores;
// otherwise they are refused.
#pragma once

#include "../detail/absent.hpp"
#include "../detail/compiler.hpp"
#include "../flow/revisit.hpp"
#include "../flow/store_sweep.hpp"
#include "../fwd.hpp"
#include "../graph/memory_order.hpp"
#include "../store/store.hpp"
#include "../strategy/counted.hpp"
#include "../strategy/prefetch.hpp"
#include "band.hpp"
#include "breakdown.hpp"
#include "detail/key_sources.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

/// The breakdown `B`, with a flow that follows the edges of a `G` and keeps its values in a `Store`.
template <FlowBreakdown B, Graph G, class Store>
class StoredFlow {
    using N = node_t<G>;

  public:
    using value = typename std::remove_cvref_t<decltype(std::declval<B&>().flow())>::value;
    static_assert(detail::holds<NodeStore<Store, N, value>>,
                  "trav: the store of StoredFlow keeps, for the nodes of its graph, values of the flow");

    /// Refers to the breakdown and to the store.
    StoredFlow(B& by, G graph, Store& store) : by_(by), graph_(std::move(graph)), store_(store) {}

    std::string name() const { return by_.name(); }
    decltype(auto) flow() { return by_.flow(); }
    void sources(auto const& roots, auto push) { by_.sources(roots, push); }
    auto key(N const& n, value const* found) { return by_.key(n, found); }
    Band band(auto const& key) const { return by_.band(key); }
    std::size_t members(auto const& key) const
        requires requires(B const& by) { by.members(key); }
    {
        return by_.members(key);
    }
    void begin_sample([[maybe_unused]] std::size_t number, [[maybe_unused]] double time) {
        if constexpr (BeginsSamples<B>) by_.begin_sample(number, time);
    }
    G const& edges() const { return graph_; }
    Store& store() const { return store_; }
    friend Restriction operator==(StoredFlow const& by, std::string text) {
        return in(by, {std::move(text)});
    }

  private:
    B& by_;
    [[no_unique_address]] G graph_;
    Store& store_;
};

namespace detail {

/// How a profiler finds the values of a StoredFlow.
template <class B, class N>
class InStore : public FlowSources<B, N> {
  public:
    static constexpr Timing timing = Timing::at_the_end;

    InStore(B& breakdown, auto const&) : FlowSources<B, N>(breakdown, false) {}
    Statistics solve(NumberedHeap<N> const&, std::span<Place const>) override {
        auto const& graph = this->breakdown_.edges();
        using G = std::remove_cvref_t<decltype(graph)>;
        auto& flow = this->breakdown_.flow();
        auto& store = this->breakdown_.store();
        if constexpr (MemoryOrdered<G>) {
            StoreSweep<G, std::remove_reference_t<decltype(flow)>, std::remove_reference_t<decltype(store)>>
                sweep(graph, flow, store);
            if (sweep.run(this->sources_)) return sweep.statistics();
        }
        return solve_by_revisiting<Counted<Prefetch<>>>(graph, this->sources_, flow, store);
    }
    void release() override {}
    void const* stored_at([[maybe_unused]] N const& n) const override {
        if constexpr (requires { this->breakdown_.store().where(n); })
            return this->breakdown_.store().where(n);
        else return &this->breakdown_.store();
    }
    TRAV_INLINE void with_found(Batch<N> const& batch, auto const& use) const {
        auto const& store = this->breakdown_.store();
        use([&](std::size_t i) { return store.find(batch.nodes[i]); });
    }
};

}  // namespace detail

}  // namespace trav
