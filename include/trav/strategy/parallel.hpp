// trav/strategy/parallel.hpp: several threads, each of which walks one region of the heap after the other
// with prefetching. Not in trav.hpp, because it is the only strategy that needs threads.
//
//     struct Bytes {
//         std::size_t bytes = 0;
//         void visit(auto& here) { if (here.first) bytes += here.node->bytes; }
//         Bytes split() const { return {}; }                   // what one thread is given: nothing found yet
//         void merge(Bytes&& found) { bytes += found.bytes; }  // adds what it has found
//     };
//     trav::traverse<trav::Parallel<2>>(heap, roots, bytes);   // Parallel<>: as many as the machine has
//
// The heap is divided into 64 regions, by the addresses or numbers of nodes, and each thread sorts its
// arrivals by region. A thread enters a region that no other thread is in, visits everything that it has
// waiting there, and goes on to the next region. A thread that has nothing left is given half of another
// thread's regions. So marking a node needs no locked instruction, which would cost more than is gained
// (doc/performance.md), and no two threads see a node's data at the same time: any policy that works under
// Prefetch works here, if it can be split and merged. Each arrival is visited once; the order is unspecified.
// What the threads have found is merged in one thread, in the order of the threads. Which thread finds what
// differs from run to run, so the result is always the same only if merge() is commutative and associative.
//
// A visit that says stop, or throws, ends the traversal in all threads, as soon as each has finished its
// current batch. All threads have ended and everything is merged before the exception (that of the first
// thread, if several) reaches the caller.
//
// All threads read the graph, and whatever split() lets them share, at the same time. The store must be
// `concurrent`: Dense, InNode, HeaderWord, Partitioned. traverse() without a store partitions a side table
// automatically.
//
// Besides the arrivals, of which more wait than under Prefetch, each thread has up to 64 blocks of 8 KB that
// are partly empty. Changing regions takes as long as about 50 visits: Prefetch is faster on a heap of fewer
// than 64 blocks of 256 KiB (or 4096 numbers), and on a long list.
#pragma once

#include "../detail/region.hpp"
#include "../policy/detail/check.hpp"
#include "../policy/split.hpp"
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

/// Walks in `Threads` threads (0: as many as the machine has), each of which prefetches `Distance` arrivals
/// ahead.
template <unsigned Threads = 0, std::size_t Distance = 64>
struct Parallel {
    static_assert(Threads <= detail::regions, "trav: Parallel has at most 64 threads");
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    /// The store that traverse() uses where the default would be an S.
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
        /// How many roots wait. The arrivals of the threads are not counted.
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
        /// Joins its threads, whatever happens.
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
