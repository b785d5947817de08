// trav/flow/detail/bounded_revisit.hpp: solves a flow by revisiting, and gives up if that becomes too
// expensive.
//
// This is the fastest method in three cases. If values rarely meet (trees, shared leaves), it saves writing
// down numbers and references. If few arrivals are pending at a time (lists, and cycles reached from few
// sources), the processor is idle while it waits for memory, so sending again is free. If values meet only at
// the beginning (random graphs), far more arrivals are pending than in other graphs, and that is how these
// graphs are recognised. For other graphs the solver usually gives up within the first twentieth of the work.
// Takes a value and a store entry per object, plus a node if the graph has no node_at(index).
#pragma once

#include "../../default_store.hpp"
#include "../../detail/growing_array.hpp"
#include "../../store/store.hpp"
#include "../../strategy/prefetch.hpp"
#include "../revisit.hpp"

#include <cstddef>
#include <span>
#include <utility>

namespace trav::detail {

template <class G, Flow F>
class BoundedRevisit {
    using N = node_t<G>;

    struct Counting : Revisit<F> {
        GrowingArray<N> nodes{};
        std::size_t reached = 0, again = 0;

        bool visit(auto& here) {
            bool const down = Revisit<F>::visit(here);
            if constexpr (!EnumeratedGraph<G>)
                if (here.first) nodes.push(here.node);
            reached += here.first;
            again += down && !here.first;
            return down;
        }
    };
    using Store = DefaultStore<G, Counting>;
    using Walker = typename Prefetch<>::template Walker<G, Counting, Store>;

  public:
    /// Joins are cheap, and values are sent unchanged.
    static constexpr bool promising = HasNothing<F> && !Cuts<F, N> && !Transfers<F, N>;

    explicit BoundedRevisit(G const& graph) : values_(make_store<Store>(graph)) {}

    /// Solves the flow. Returns false if it gives up. Must be called only once.
    bool run(G const& graph, auto const& sources, F& flow) {
        Counting policy{{flow}};
        if constexpr (IndexedGraph<G> && !EnumeratedGraph<G>)
            policy.nodes.room(graph.count());  // untouched memory costs nothing
        Walker walker(graph, policy, values_);
        for (auto const& source : sources) walker.push(source.node, source.value);
        std::size_t again = 0;
        while (!walker.idle()) {
            std::size_t const before = policy.again;
            for (std::size_t i = 0; i != 256 && !walker.idle(); ++i) walker.step();
            if (walker.size() > few) again += policy.again - before;
            if (again > allowed(policy.reached, policy.reached + policy.again, walker.size())) return false;
        }
        nodes_ = std::move(policy.nodes);
        return true;
    }
    auto const* find(N const& n) const { return values_.find(n); }
    /// The nodes reached; empty if the graph has node_at(index).
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }

  private:
    static constexpr std::size_t few = 16;  // pending arrivals

    /// The number of repeated sends allowed.
    static std::size_t allowed(std::size_t reached, std::size_t visits, std::size_t waiting) {
        if (waiting > 16 * visits) return reached / 32 + 64;  // many children: all pending arrivals grow
        if (waiting > visits / 2) return reached * 8 + 64;    // mostly new objects: soon complete
        return reached / 2 + 64;
    }

    Store values_;
    GrowingArray<N> nodes_;
};

}  // namespace trav::detail
