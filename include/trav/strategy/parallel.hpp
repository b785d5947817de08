// trav/strategy/parallel.hpp: a traversal by several threads. Each thread walks one region of the heap after
// another with prefetching. Not in trav.hpp, because it is the only strategy that needs threads.
//
//     struct Bytes {
//         std::size_t bytes = 0;
//         void visit(auto& here) { if (here.first) bytes += here.node->bytes; }
//         Bytes split() const { return {}; }                   // the policy of one thread, without results
//         void merge(Bytes&& found) { bytes += found.bytes; }  // adds its results
//     };
//     trav::traverse<trav::Parallel<2>>(heap, roots, bytes);   // Parallel<>: as many as the machine has
//
// The heap is divided into 64 regions by the addresses or numbers of nodes, and each thread sorts its
// arrivals by region. A thread enters a region that no other thread is in, visits all of its arrivals there,
// and goes on to the next region. A thread without arrivals receives half of another thread's regions.
// Marking a node therefore needs no locked instruction, which would cost more than the threads gain
// (doc/notes/performance.md), and no two threads access a node's data at the same time. Any policy that works
// under Prefetch works here if it can be split and merged. Each arrival is visited once; the order is
// unspecified. The results of all threads are merged in one thread, in the order of the threads. Each run
// distributes the visits differently, so the result is reproducible only if merge() is commutative and
// associative.
//
// A visit that says stop or throws ends the traversal in all threads, as soon as each has finished its
// current batch. An exception reaches the caller after all threads have ended and everything is merged; if
// several threads throw, it is the exception of the first one.
//
// All threads read the graph, and any data shared by split(), at the same time. The store must be
// `concurrent`: Dense, InNode, HeaderWord, Partitioned. traverse() without a store partitions a side table
// automatically.
//
// More arrivals wait than under Prefetch, and each thread also has up to 64 partly empty blocks of 8 KB.
// Changing regions takes as long as about 50 visits, so Prefetch is faster on a heap of fewer than 64 blocks
// of 256 KiB (or 4096 numbers), and on a long list.
#pragma once

#include "../detail/region.hpp"
#include "../policy/check.hpp"
#include "../policy/policy.hpp"
#include "../store/partitioned.hpp"
#include "detail/parallel_worker.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// Walks with `Threads` threads (0: as many as the machine has), which prefetch `Distance` arrivals ahead.
template <unsigned Threads = 0, std::size_t Distance = 64>
struct Parallel {
    static_assert(Threads <= detail::regions, "trav: Parallel has at most 64 threads");
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    /// The store that traverse() uses if the default would be an S.
    template <class S>
    using Store = std::conditional_t<ConcurrentStore<S>, S, Partitioned<S>>;

    static unsigned threads() {
        if constexpr (Threads != 0) return Threads;
        unsigned const all = std::thread::hardware_concurrency();
        return all == 0 ? 1 : all < detail::regions ? all : detail::regions;
    }

    template <class G, class P, class S>
    static consteval bool check() {
        if constexpr (!SplitPolicy<P, node_t<G>>) {
            static_assert(detail::never<P>,
                          "trav: Parallel gives each thread a policy of its own: the policy needs "
                          "'P split() const', which has found nothing, and 'void merge(P&& part)'");
        } else if constexpr (!detail::HasRegion<node_t<G>>) {
            static_assert(detail::never<G>,
                          "trav: Parallel divides nodes by address or number: a graph's node must be a "
                          "pointer, an integer, or a struct with an address");
        } else if constexpr (!ConcurrentStore<S>) {
            static_assert(detail::never<S>,
                          "trav: Parallel touches nodes from several threads, which this store does not "
                          "allow; use InNode, Dense, HeaderWord or Partitioned<Store>");
        } else {
            return true;
        }
        return false;
    }

    template <class G, class P, class S>
    class Walker {
        using N = node_t<G>;
        using Worker = detail::ParallelWorker<G, split_t<P>, S, Distance>;
        using Item = typename Worker::Item;

      public:
        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {}

        void push(N const& handle, inherited_t<P> const& inherited) {
            N const root = resolve(graph_, handle);
            if (null(graph_, root)) return;
            if constexpr (Worker::bare) roots_.push_back(root);
            else roots_.push_back({root, detail::as_parent<P>(root), inherited});
        }
        bool idle() const { return roots_.empty(); }
        /// The number of waiting roots. The arrivals of the threads are not counted.
        std::size_t size() const { return roots_.size(); }
        void clear() { roots_.clear(); }
        returned_t<P>& total() { return nothing_; }

        /// Visits everything.
        go step() { return run() ? go::skip : go::stop; }
        bool run() {
            detail::Exchange<Item> exchange(threads());
            std::vector<std::unique_ptr<Worker>> workers;
            for (unsigned i = 0; i != exchange.threads(); ++i)
                workers.push_back(std::make_unique<Worker>(policy_, exchange));
            {
                Joined others(exchange);
                for (unsigned i = 1; i != exchange.threads(); ++i)
                    others.threads.emplace_back([&, i] { workers[i]->work(graph_, store_, exchange, {}); });
                others.all_here = true;
                workers[0]->work(graph_, store_, exchange, roots_);
            }
            roots_.clear();
            std::exception_ptr thrown;
            bool stopped = false;
            for (auto const& worker : workers) {
                policy_.merge(std::move(worker->policy));
                if (!thrown) thrown = worker->thrown;
                stopped |= worker->stopped;
            }
            if (thrown) std::rethrow_exception(thrown);
            return !stopped;
        }

      private:
        /// Joins its threads, even if an exception is thrown.
        struct Joined {
            detail::Exchange<Item>& exchange;
            std::vector<std::thread> threads{};
            bool all_here = false;
            explicit Joined(detail::Exchange<Item>& e) : exchange(e) {}
            Joined(Joined const&) = delete;
            Joined& operator=(Joined const&) = delete;
            ~Joined() {
                if (!all_here) exchange.end();  // a thread could not be started
                for (auto& thread : threads) thread.join();
            }
        };

        G const& graph_;
        P& policy_;
        S& store_;
        std::vector<Item> roots_;
        [[no_unique_address]] returned_t<P> nothing_{};
    };
};

}  // namespace trav
