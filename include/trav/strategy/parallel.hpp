// trav/strategy/parallel.hpp: several threads, each of which walks its own parts of the heap with prefetching. Not in trav.hpp:
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
// A node belongs to one thread, by its address or number; only that thread touches it. An arrival at another's node is posted to
// it, in parcels. So no mark is taken with a locked instruction, which would cost more than it divides (doc/strategies.md), and a
// policy's node_data is never seen by two threads: any policy that may be prefetched may be walked by several threads, if
// it can be split and merged. Each arrival is visited once, as under Prefetch; order is nobody's. The parts are merged in one
// thread, in the order of the threads; who found what differs from run to run, so a merge must be commutative and associative
// for the answer to be the same each time.
//
// A visit that says stop, or throws, ends the traversal in all threads, as soon as each has finished the batch it has at hand.
// All threads have ended and all parts are merged before the exception (if several, the first thread's) reaches the caller.
//
// The graph is read by all threads at the same time; so is what split() parts share. The store must be `concurrent`: Dense,
// InNode, HeaderWord, Partitioned. traverse() without a store partitions a side table by itself.
//
// Besides the arrivals, which are as many as under Prefetch, each thread keeps some parcels of 1000. A heap smaller than a few
// blocks of 64 KiB (4096 numbers) is walked by few threads; one long list by one thread after the other, slower than by one alone.
#pragma once

#include "../detail/check.hpp"
#include "../detail/marker.hpp"
#include "../detail/parcel.hpp"
#include "../policy/split.hpp"
#include "../store/partitioned.hpp"
#include "prefetch.hpp"
#include "worklist.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// Touches of nodes of different threads may happen at the same time.
template <class S>
concept ConcurrentStore = requires { requires bool(S::concurrent); };

namespace detail {

/// The arrivals of one thread, if they carry what a policy inherits: what is under way, and what waits behind it.
template <class Item, class Graph, std::size_t Distance>
struct PostedArrivals {
    using Stack = PostedStack<Item, detail::Stack<Item>>;

    Graph const& graph;
    Stack stack;
    Ring<Item, Distance> under_way{};

    /// False: nothing left at the moment.
    TRAV_INLINE bool fill() {
        while (!under_way.full() && !stack.empty()) {
            Item const item = stack.pop();
            prefetch(graph, item.node);
            under_way.push(item);
        }
        return !under_way.empty();
    }
};
template <std::size_t Distance>
struct Posted {
    template <class Item, class Graph>
    class Frontier {
      public:
        explicit Frontier(PostedArrivals<Item, Graph, Distance>& arrivals) : arrivals_(&arrivals) {}
        TRAV_INLINE void push(Item const& item, Graph const&) { arrivals_->stack.push(item); }
        TRAV_INLINE bool empty() const { return !arrivals_->fill(); }
        TRAV_INLINE Item pop() { return arrivals_->under_way.pop(); }
        TRAV_INLINE bool owns(node_t<Graph> const& node) const { return arrivals_->stack.owns(node); }

      private:
        PostedArrivals<Item, Graph, Distance>* arrivals_;
    };
};

/// What one thread does.
template <class G, class P, class S, std::size_t Distance>
struct ParallelWorker {
    using N = node_t<G>;
    static constexpr bool bare = Bare<P, N>;
    using Listed = typename Worklist<Posted<Distance>::template Frontier, false>::template Walker<G, P, S>;
    using Item = std::conditional_t<bare, N, typename Listed::Item>;

    P policy;
    Post<Item> post;
    std::exception_ptr thrown = nullptr;
    bool stopped = false;

    /// A part is made where it stays: it need not be movable.
    ParallelWorker(auto& whole, Exchange<Item>& exchange, unsigned me)
        : policy(whole.split()), post(exchange, me) {}

    void work(G const& graph, S& store, Exchange<Item>& exchange) noexcept {
        try {
            if constexpr (bare) {
                using Stack = PostedStack<N, detail::Stack<N>>;
                Marker<G, P, S, Distance, Stack> walker(graph, policy, store, Stack(post));
                do stopped = !walker.run();
                while (!stopped && post.wait());
            } else {
                using Arrivals = PostedArrivals<Item, G, Distance>;
                Arrivals arrivals{graph, typename Arrivals::Stack(post)};
                Listed walker(graph, policy, store, typename Listed::Waiting(arrivals));
                do
                    while (!stopped && !walker.idle()) stopped = walker.step() == go::stop;
                while (!stopped && post.wait());
            }
        } catch (...) { thrown = std::current_exception(); }
        if (stopped || thrown) exchange.end();
    }
};

}  // namespace detail

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
                workers.push_back(std::make_unique<Worker>(policy_, exchange, i));
            for (Item const& root : roots_) workers[0]->post.add(root);
            workers[0]->post.flush();
            roots_.clear();
            {
                Joined others(exchange);
                for (unsigned i = 1; i != exchange.threads(); ++i)
                    others.threads.emplace_back([&, i] { workers[i]->work(graph_, store_, exchange); });
                others.all_here = true;
                workers[0]->work(graph_, store_, exchange);
            }
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
