// trav/strategy/parallel.hpp: several threads, each of which walks one part of the heap after the other with prefetching. Not in trav.hpp:
// the only strategy that needs threads.
//
//     struct Bytes {
//         std::size_t bytes = 0;
//         void visit(auto& here) { if (here.first) bytes += here.node->bytes; }
//         Bytes split() const { return {}; }                          // what one thread is given: nothing found yet
//         void merge(Bytes&& found) { bytes += found.bytes; }         // what it found
//     };
//     trav::traverse<trav::Parallel<2>>(heap, roots, bytes);          // Parallel<>: as many threads as the machine has
//
// A heap has 64 parts, by the addresses or numbers of its nodes, and a thread keeps its arrivals sorted by part. It enters a part
// that no other thread is in, visits all that it has waiting there, and goes on to the next. So no mark is taken with a locked
// instruction, which would cost more than it divides (doc/performance.md), and a policy's node_data is never seen by two threads at
// the same time: any policy that may be prefetched may be walked by several threads, if it can be split and merged. A thread
// that has nothing left is given half of another's parts' arrivals. Each arrival is visited once, as under Prefetch; order is
// nobody's. The parts of the policy are merged in one thread, in the order of the threads; who found what differs from run to
// run, so a merge must be commutative and associative for the answer to be the same each time.
//
// A visit that says stop, or throws, ends the traversal in all threads, as soon as each has finished the batch it has at hand.
// All threads have ended and all parts are merged before the exception (if several, the first thread's) reaches the caller.
//
// The graph is read by all threads at the same time; so is what split() parts share. The store must be `concurrent`: Dense,
// InNode, HeaderWord, Partitioned. traverse() without a store partitions a side table by itself.
//
// Besides the arrivals, of which more wait than under Prefetch, each thread has up to 64 parcels of 8 KB that are not full. To change
// parts takes as long as some 50 visits: a heap of less than 64 blocks of 256 KiB (4096 numbers), or one long list, is walked faster
// by Prefetch.
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

/// Several threads. `Threads` of them; 0: as many as the machine runs at the same time. Each has `Distance` arrivals prefetched.
template <unsigned Threads = 0, std::size_t Distance = 64>
struct Parallel {
    static_assert(Threads <= detail::parts, "trav: Parallel has at most 64 threads");
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    /// The store that traverse() takes where it would take an S.
    template <class S>
    using Store = std::conditional_t<ConcurrentStore<S>, S, Partitioned<S>>;

    static unsigned threads() {
        if constexpr (Threads != 0) return Threads;
        unsigned const all = std::thread::hardware_concurrency();
        return all == 0 ? 1 : all < detail::parts ? all : detail::parts;
    }

    template <class G, class P, class S>
    static consteval bool check() {
        if constexpr (!SplitPolicy<P, node_t<G>>) {
            static_assert(detail::never<P>,
                          "trav: Parallel gives each thread a policy of its own: the policy needs "
                          "'P split() const', which has found nothing, and 'void merge(P&& part)'");
        } else if constexpr (!detail::Partable<node_t<G>>) {
            static_assert(detail::never<G>,
                          "trav: Parallel divides nodes by address or number: a graph's node must be a "
                          "pointer or an integer");
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
        /// Roots that wait; nobody counts the arrivals of all threads.
        std::size_t size() const { return roots_.size(); }
        void clear() { roots_.clear(); }
        returned_t<P>& total() { return nothing_; }

        /// Does everything there is to do.
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
        /// Threads that are waited for, whatever happens.
        struct Joined {
            detail::Exchange<Item>& exchange;
            std::vector<std::thread> threads{};
            bool all_here = false;
            explicit Joined(detail::Exchange<Item>& e) : exchange(e) {}
            Joined(Joined const&) = delete;
            Joined& operator=(Joined const&) = delete;
            ~Joined() {
                if (!all_here) exchange.end();  // a thread could not be started: nobody would do its part
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
