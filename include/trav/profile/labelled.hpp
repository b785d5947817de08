// trav/profile/labelled.hpp: a breakdown by a flow whose values lie in a store of your choice: in a word of
// the objects themselves, where GHC's retainer profiler has its sets.
//
//     struct Obj { std::vector<Obj*> fields; trav::Slot<std::uint32_t> label; };
//
//     trav::InNode<&Obj::label> labels;                    // or a HeaderWord
//     trav::RootSets<Obj*, std::uint32_t> roots{{"cache", cache}, {"sessions", sessions}};
//     trav::Labelled by_root{roots, heap, labels};
//     trav::Profiler profiler{heap, by_root};
//     profiler.sample_heap(all_roots, seconds);            // no values are kept beside the objects
//     profiler.profile().by(by_root);
//
// It has the bands and the name of the breakdown that it is made of. Where the graph says in which order its
// objects lie (graph/memory_order.hpp), and it is a good one, the flow is solved in that order, with a bit
// for each slot of memory. Otherwise it is solved as GHC does, by revisiting (flow/revisit.hpp): there is a
// stack of arrivals that wait, and an object is visited again each time that its value grows, which is seldom
// for retainers, often for many roots. Values stay in the store until the next sample. Two Labelled of one
// profiler need two fields, words or stores, and are refused if they have not.
#pragma once

#include "../fwd.hpp"
#include "../store/store.hpp"
#include "band.hpp"
#include "breakdown.hpp"

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

/// The breakdown `B`, whose flow follows the edges of a `G` and keeps its values in a `Store`.
template <FlowBreakdown B, Graph G, class Store>
class Labelled {
    using N = node_t<G>;

  public:
    using value = typename std::remove_cvref_t<decltype(std::declval<B&>().flow())>::value;
    static_assert(NodeStore<Store, N, value>,
                  "trav: the store of Labelled keeps, for the nodes of its graph, values of the flow");

    /// Refers to the breakdown and to the store.
    Labelled(B& by, G graph, Store& labels) : by_(by), graph_(std::move(graph)), labels_(labels) {}

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
    Store& labels() const { return labels_; }
    friend Restriction operator==(Labelled const& by, std::string text) { return in(by, {std::move(text)}); }

  private:
    B& by_;
    [[no_unique_address]] G graph_;
    Store& labels_;
};

}  // namespace trav
