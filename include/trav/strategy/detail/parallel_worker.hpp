// trav/strategy/detail/parallel_worker.hpp: one thread of Parallel, which runs the walkers of Prefetch region
// by region.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/ring.hpp"
#include "../../detail/stack.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/prefetch.hpp"
#include "../../policy/policy.hpp"
#include "../prefetch.hpp"
#include "../worklist.hpp"
#include "bins.hpp"
#include "marker.hpp"

#include <cstddef>
#include <exception>
#include <span>
#include <type_traits>
#include <utility>

namespace trav::detail {

/// The stack of a walker of Parallel. Items for the current region can be popped again; all other items go to
/// the bins of the thread.
template <class Item>
class BinnedStack {
  public:
    explicit BinnedStack(Bins<Item>& bins) : bins_(&bins) {}

    /// Whether this region has no arrivals left.
    TRAV_INLINE bool empty() {
        if (!ready_.empty()) [[likely]]
            return false;
        return !refill();
    }
    TRAV_INLINE Item pop() { return ready_.pop(); }
    TRAV_INLINE void push(Item const& item) { raw_.push(item); }
    TRAV_INLINE Item* room(std::size_t n) { return raw_.room(n); }
    TRAV_INLINE void add(std::size_t n) { raw_.add(n); }
    /// Whether this thread may touch `node` now.
    TRAV_INLINE bool owns(auto const& node) const { return region_of(node) == bins_->here(); }
    /// Goes to another region. Returns false if nothing remains at the moment.
    bool turn() { return bins_->turn(); }

  private:
    static constexpr std::size_t slice =
        32;  // items that are popped before those pushed meanwhile are sorted

    TRAV_INLINE bool refill() {
        if (bins_->ended()) {
            raw_.clear();  // a walker in the middle of a long row may go on for a while
            return false;
        }
        ready_.set_floor(0);
        std::size_t const wanted = ready_.size() < slice / 2 ? slice : 0;
        ready_.room(raw_.size() + slice);
        ready_.push_into_room([&](Item* to) { return bins_->sort({raw_.begin(), raw_.end()}, to, wanted); });
        raw_.clear();
        if (ready_.size() > slice) ready_.set_floor(ready_.size() - slice);
        return !ready_.empty();
    }

    Bins<Item>* bins_;
    Stack<Item> raw_;    // pushed, but not sorted yet
    Stack<Item> ready_;  // in this region
};

/// The arrivals of one thread, with inherited values: a ring of arrivals that are being prefetched, and a
/// stack behind it.
template <class Item, class Graph, std::size_t Distance>
struct BinnedArrivals {
    using Stack = BinnedStack<Item>;

    Graph const& graph;
    Stack stack;
    Ring<Item, Distance> under_way{};

    /// Fills the ring. Returns false if nothing remains at the moment.
    TRAV_INLINE bool fill() {
        do
            while (!under_way.full() && !stack.empty()) {
                Item const item = stack.pop();
                prefetch(graph, item.node);
                under_way.push(item);
            }
        while (under_way.empty() && stack.turn());
        return !under_way.empty();
    }
};
template <std::size_t Distance>
struct Binned {
    template <class Item, class Graph>
    class Frontier {
      public:
        explicit Frontier(BinnedArrivals<Item, Graph, Distance>& arrivals) : arrivals_(&arrivals) {}
        TRAV_INLINE void push(Item const& item, Graph const&) { arrivals_->stack.push(item); }
        TRAV_INLINE bool empty() const { return !arrivals_->fill(); }
        TRAV_INLINE Item pop() { return arrivals_->under_way.pop(); }
        TRAV_INLINE bool owns(node_t<Graph> const& node) const { return arrivals_->stack.owns(node); }

      private:
        BinnedArrivals<Item, Graph, Distance>* arrivals_;
    };
};

/// The work of one thread.
template <class G, class P, class S, std::size_t Distance>
struct ParallelWorker {
    using N = node_t<G>;
    static constexpr bool bare = Bare<P, N>;
    using ListWalker =
        typename Worklist<Binned<Distance>::template Frontier, false>::template Walker<G, P, S>;
    using Item = std::conditional_t<bare, N, typename ListWalker::Item>;

    P policy;
    Bins<Item> bins;
    std::exception_ptr thrown = nullptr;
    bool stopped = false;

    /// The thread's policy is constructed in place: it need not be movable.
    ParallelWorker(auto& whole, Exchange<Item>& exchange) : policy(whole.split()), bins(exchange) {}

    void work(G const& graph, S& store, Exchange<Item>& exchange, std::span<Item const> roots) noexcept {
        try {
            if constexpr (bare) {
                using Stack = BinnedStack<N>;
                Stack stack(bins);
                for (N const& root : roots) stack.push(root);
                Marker<G, P, S, Distance, Stack> walker(graph, policy, store, std::move(stack));
                do stopped = !walker.run();
                while (!stopped && bins.wait());
            } else {
                using Arrivals = BinnedArrivals<Item, G, Distance>;
                Arrivals arrivals{graph, typename Arrivals::Stack(bins)};
                for (Item const& root : roots) arrivals.stack.push(root);
                ListWalker walker(graph, policy, store, typename ListWalker::Waiting(arrivals));
                do
                    while (!stopped && !walker.idle()) stopped = walker.step() == go::stop;
                while (!stopped && bins.wait());
            }
        } catch (...) { thrown = std::current_exception(); }
        if (stopped || thrown) exchange.end();
    }
};

}  // namespace trav::detail
