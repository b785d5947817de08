// trav/flow/detail/attempt.hpp: solves a flow by revisiting, and gives that up when it is too much.
//
// Where values hardly meet (trees, shared leaves) nothing is faster: neither numbers nor references are written down. Nor is there
// where little waits at a time (lists, cycles, from a few sources): the processor waits for memory, and has time to send again.
// Where neither is so, it mostly shows within the first twentieth of the way. A value, what the store adds, and a node for each
// object.
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
class Attempt {
    using N = node_t<G>;

    struct Counting : Revisit<F> {
        Column<N> nodes{};
        std::size_t again = 0;

        bool visit(auto& here) {
            bool const down = Revisit<F>::visit(here);
            if (here.first) nodes.push(here.node);
            else again += down;
            return down;
        }
    };
    using Store = DefaultStore<G, Counting>;
    using Walker = typename Prefetch<>::template Walker<G, Counting, Store>;

  public:
    /// Joins are cheap, and values are sent as they are.
    static constexpr bool promising = HasNothing<F> && !Cuts<F, N> && !Transfers<F, N>;

    explicit Attempt(G const& graph) : values_(make_store<Store>(graph)) {}

    /// False: given up. Once.
    bool run(G const& graph, auto const& sources, F& flow) {
        Counting policy{{flow}};
        if constexpr (IndexedGraph<G>)
            policy.nodes.room(graph.count());  // room that is not written to costs nothing
        Walker walker(graph, policy, values_);
        for (auto const& source : sources) walker.push(source.node, source.value);
        std::size_t again = 0;
        while (!walker.idle()) {
            std::size_t const before = policy.again;
            for (std::size_t i = 0; i != 256 && !walker.idle(); ++i) walker.step();
            if (walker.size() > few) again += policy.again - before;
            if (again > policy.nodes.size() / (walker.size() > many ? 32 : 2) + 64) return false;
        }
        nodes_ = std::move(policy.nodes);
        return true;
    }
    auto const* find(N const& n) const { return values_.find(n); }
    std::span<N const> nodes() const { return {nodes_.data(), nodes_.size()}; }

  private:
    static constexpr std::size_t few = 16, many = 65536;  // that wait at a time

    Store values_;
    Column<N> nodes_;
};

}  // namespace trav::detail
