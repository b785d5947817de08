// trav/flow/detail/bounded_revisit.hpp: solves a flow by revisiting, and gives up if that becomes too
// expensive.
//
// Nothing is faster where values rarely meet (trees, shared leaves), since neither numbers nor references are
// written down; or where few arrivals wait at a time (lists and cycles that are reached from a few sources),
// since the processor waits for memory and can send again meanwhile; or where values meet at the beginning
// only (random graphs, in which far more is waiting than in others). Other graphs are usually recognised
// within the first twentieth of the work. Needs a value and an entry of the store for each object, and a node
// if the graph has no node_at(index).
#pragma once

#include "../../default_store.hpp"
#include "../../detail/column.hpp"
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
        Column<N> nodes{};
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

    /// Solves the flow; false: given up. To be called once.
    bool run(G const& graph, auto const& sources, F& flow) {
        Counting policy{{flow}};
        if constexpr (IndexedGraph<G> && !EnumeratedGraph<G>)
            policy.nodes.room(graph.count());  // memory that is not written to costs nothing
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
    /// Unless the graph has node_at(index).
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }

  private:
    static constexpr std::size_t few = 16;  // waiting arrivals

    /// How many may have sent again.
    static std::size_t allowed(std::size_t reached, std::size_t visits, std::size_t waiting) {
        if (waiting > 16 * visits) return reached / 32 + 64;  // objects that hold many: all that waits grows
        if (waiting > visits / 2) return reached * 8 + 64;    // most is new: values will soon be complete
        return reached / 2 + 64;
    }

    Store values_;
    Column<N> nodes_;
};

}  // namespace trav::detail
