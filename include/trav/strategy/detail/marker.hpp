// trav/strategy/detail/marker.hpp: the walker of Prefetch for policies that inherit nothing: an arrival is
// just a node.
//
// Edges wait, not nodes: a node is not read until `Distance` other arrivals have been made since its
// prefetch. A ring between the stack and the visit holds the arrivals that are being prefetched. Whether a
// node is new is unpredictable, and a mispredicted branch costs more than the work that it saves, so the
// walker does not branch on it. Instead two loops alternate. A round of arrivals marks nodes and records the
// new ones. The second loop opens these: it visits them, if the visit could be deferred, and pushes their
// children. If that needs a second load (the children are elsewhere, or the mark was not in the node), some
// new nodes are kept for the next rounds. doc/notes/performance.md lists the alternatives that were tried.
//
// run() moves its state into a local object. The address of this object is never taken, so the compiler holds
// it in registers. It must contain no arrays: GCC does not keep a member in a register if it comes after an
// array.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/ring.hpp"
#include "../../detail/stack.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/prefetch.hpp"
#include "../../policy/policy.hpp"
#include "edges.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav::detail {

template <class G, class P, class S, std::size_t Distance, class Waiting = Stack<node_t<G>>>
class Marker {
    using N = node_t<G>;
    using Data = node_data_t<P>;
    using Returned = returned_t<P>;
    using Edges = detail::Edges<G, Waiting>;

    static constexpr bool in_a_row = InARow<G>;
    /// The children follow the header, which an arrival reads; otherwise they are elsewhere.
    static constexpr bool at_hand = readable_children<G> > 0;
    /// Visits return nothing, so they can be deferred and made in batches.
    static constexpr bool deferred = VisitsOnce<P> && answers_nothing<P, N> && (absent<Data> || S::stable);
    /// The mark is outside of the node, and a node is read only if it is new.
    static constexpr bool late = deferred && in_a_row && PrefetchingStore<S, G>;

    static constexpr std::size_t round =
        Distance < 16 ? Distance : 16;  ///< the number of arrivals in a round
    /// The number of new nodes that wait for a prefetch: first of the node, then, for the last `near`, of its
    /// children.
    static constexpr std::size_t near = 8;
    static constexpr std::size_t kept = late ? 3 * near : in_a_row && !at_hand ? near : 0;

  public:
    Marker(G const& graph, P& policy, S& store, Waiting stack = Waiting())
        : graph_(graph), policy_(policy), store_(store), stack_(std::move(stack)) {}

    void push(N const& root, inherited_t<P> const&) { stack_.push(resolve(graph_, root)); }
    bool idle() const { return stack_.empty() && long_rows_.empty(); }
    std::size_t size() const { return stack_.size() + long_rows_.size(); }
    void clear() { stack_.clear(), long_rows_.clear(); }
    Returned& total() { return nothing_; }

    /// Visits one arrival, without prefetching. Must not be idle.
    go step() {
        Places places;
        Loop loop(*this, places);
        if (loop.edges.stack.empty()) loop.edges.next_piece(graph_);
        bool const go_on = loop.arrive(loop.edges.stack.pop());
        loop.open_all();
        stack_ = std::move(loop.edges.stack);
        return go_on ? go::down : go::stop;
    }
    /// Visits until nothing remains. Returns false if a visit said stop.
    bool run() {
        Places places;
        Loop loop(*this, places);
        bool const ran = loop.run();
        stack_ = std::move(loop.edges.stack);
        return ran;
    }

  private:
    /// A new node that is still to be visited, or has children that are still to be pushed.
    struct Opened {
        N node;
        [[no_unique_address]] optional_t<deferred && !absent<Data>, Data*, 0> data;
    };

    struct Places {  // written before they are read
        N arrivals[Distance];
        Opened opened[kept + round];
        Places() {}
    };

    struct Loop {
        Loop(Marker& marker, Places& places)
            : graph(marker.graph_),
              policy(marker.policy_),
              store(marker.store_),
              nothing(marker.nothing_),
              edges{std::move(marker.stack_), marker.long_rows_},
              arrivals(places.arrivals),
              opened(places.opened) {}

        G const& graph;
        P& policy;
        S& store;
        Returned& nothing;
        Edges edges;
        Ring<N, Distance, N*> arrivals;
        Opened* opened;
        std::size_t count = 0;  // of new nodes

        TRAV_INLINE bool run() {
            for (;;) {
                while (!arrivals.full() && !edges.stack.empty()) arrivals.push(next());
                if (arrivals.full() && !edges.stack.empty()) {
                    if (!round_of_arrivals()) return false;
                } else if (!arrivals.empty()) {
                    for (std::size_t i = 0; i != round && !arrivals.empty(); ++i)
                        if (!arrive(arrivals.pop())) return false;
                } else if (count != 0) {
                    open_all();
                } else if (edges.stack.empty() && !turn() && !edges.next_piece(graph)) {
                    return true;
                }
                open_due();
            }
        }
        /// Reuses each place in the ring as soon as it is free.
        TRAV_INLINE bool round_of_arrivals() {
            std::size_t const straight = arrivals.side_by_side();
            std::size_t const most = straight < round ? straight : round;
            N* const places = arrivals.oldest();
            std::size_t i = 0;
            for (; i != most && !edges.stack.empty(); ++i) {
                N const node = places[i];
                places[i] = next();
                if (!arrive(node)) return false;
            }
            arrivals.replaced(i);
            return true;
        }
        /// Switches to arrivals that the stack keeps elsewhere. Returns false if there are none.
        TRAV_INLINE bool turn() {
            if constexpr (requires { edges.stack.turn(); }) return edges.stack.turn();
            else return false;
        }
        TRAV_INLINE N next() {
            N const node = edges.stack.pop();
            if constexpr (PrefetchingStore<S, G>)
                if (!null(graph, node)) prefetch_at<1>(store.address(node));
            if constexpr (!late) prefetch(graph, node);
            return node;
        }
        /// Returns false if the visit says stop.
        TRAV_INLINE bool arrive(N const& handle) {
            N const node = resolve(graph, handle);
            if (null(graph, node)) return true;
            if constexpr (requires { graph.resolve(node); } && requires { edges.stack.owns(node); })
                if (!edges.stack.owns(node)) {  // in another region
                    edges.stack.push(node);
                    return true;
                }
            auto&& touched = mark(store, node);
            bool down = touched.fresh;
            if constexpr (!deferred) {
                go const answer = visit(node, touched.fresh, touched.data());
                if (answer == go::stop) return false;
                down = answer == go::down;
            }
            Opened one{node, {}};
            if constexpr (!absent<decltype(one.data)>) one.data = &touched.data();
            opened[count] = one;
            count += down;
            return true;
        }
        TRAV_INLINE void open(Opened const& one) {
            if constexpr (deferred) {
                if constexpr (absent<Data>) {
                    Data none{};
                    visit(one.node, true, none);
                } else visit(one.node, true, *one.data);
            }
            if constexpr (in_a_row) edges.add_row(graph, one.node);
            else edges.add_each(graph, one.node);
        }
        /// Opens new nodes, oldest first, except the newest `kept`, and prefetches for these.
        TRAV_INLINE void open_due() {
            if (count <= kept) return;
            std::size_t const all = count - kept;
            for (std::size_t i = 0; i != all; ++i) {
                if constexpr (late) prefetch_at(address(graph, opened[i + kept].node));
                if constexpr (in_a_row && !at_hand) prefetch_at(row_of(graph, opened[i + near].node).data());
                open(opened[i]);
            }
            if constexpr (kept != 0) {
                Opened last[kept];
                copy_bytes(static_cast<void*>(last), opened + all, sizeof last);
                copy_bytes(static_cast<void*>(opened), last, sizeof last);
            }
            count = kept;
        }
        TRAV_INLINE void open_all() {
            for (std::size_t i = 0; i != count; ++i) open(opened[i]);
            count = 0;
        }
        TRAV_INLINE go visit(N const& node, bool first, Data& data) {
            inherited_t<P> inherited{}, to_children{};
            here_t<P, N> here{node, {}, first, data, inherited, to_children, nothing, nothing};
            return detail::visit<P, N>(policy, here);
        }
    };

    G const& graph_;
    P& policy_;
    S& store_;
    Waiting stack_;
    typename Edges::Rests long_rows_;
    [[no_unique_address]] Returned nothing_{};
};

}  // namespace trav::detail
