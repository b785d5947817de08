// trav/detail/marker.hpp: the walker of Prefetch for policies that inherit nothing: arrivals are bare nodes.
//
// Edges wait, not nodes: nothing of a node is read before its prefetch has had the time of `Distance` other arrivals. Between
// the stack and the visit there is a ring of those under way; where a second look into memory is needed for what is new (the
// children lie elsewhere; the node was not looked at for its mark), a second ring. No branch asks whether a node is new: that is
// as good as random, and a wrong guess costs more than the work it saves. doc/performance.md says what was tried.
//
// run() keeps everything but the stack in a local object whose address goes nowhere, so that the compiler has it in registers.
#pragma once

#include "../graph/graph.hpp"
#include "../policy/policy.hpp"
#include "edges.hpp"
#include "prefetch.hpp"
#include "ring.hpp"
#include "stack.hpp"

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
    /// The children lie behind the header that an arrival reads; else elsewhere.
    static constexpr bool at_hand = readable_children<G> > 0;
    /// Its visits tell nothing to the traversal, so that they can be made later, in batches.
    static constexpr bool deferred = VisitsOnce<P> && answers_nothing<P, N> && (absent<Data> || S::stable);
    /// Of a node that is marked outside of itself nothing is read unless it is new.
    static constexpr bool late = deferred && in_a_row && PrefetchingStore<S, G>;
    static constexpr bool opens = in_a_row && (!at_hand || late);

    static constexpr std::size_t batch = 8;  ///< so many new nodes are opened at a time

  public:
    Marker(G const& graph, P& policy, S& store, Waiting stack = Waiting())
        : graph_(graph), policy_(policy), store_(store), stack_(std::move(stack)) {}

    void push(N const& root, inherited_t<P> const&) { stack_.push(resolve(graph_, root)); }
    bool idle() const { return stack_.empty() && long_rows_.empty(); }
    std::size_t size() const { return stack_.size() + long_rows_.size(); }
    void clear() { stack_.clear(), long_rows_.clear(); }
    Returned& total() { return nothing_; }

    /// Visits one arrival, without prefetching. Not when idle.
    go step() {
        Loop loop(*this);
        if (loop.edges.stack.empty()) loop.edges.next_piece(graph_);
        bool const go_on = loop.arrive(loop.edges.stack.pop());
        loop.open_all();
        stack_ = std::move(loop.edges.stack);
        return go_on ? go::down : go::stop;
    }
    /// Visits all there is. False: a visit said stop.
    bool run() {
        Loop loop(*this);
        bool const ran = loop.run();
        stack_ = std::move(loop.edges.stack);
        return ran;
    }

  private:
    /// A new node whose visit or children wait.
    struct Opened {
        N node;
        [[no_unique_address]] optional_t<deferred && !absent<Data>, Data*, 0> data;
    };

    struct Loop {
        explicit Loop(Marker& marker)
            : graph(marker.graph_),
              policy(marker.policy_),
              store(marker.store_),
              nothing(marker.nothing_),
              edges{std::move(marker.stack_), marker.long_rows_} {}

        G const& graph;
        P& policy;
        S& store;
        Returned& nothing;
        Edges edges;
        Ring<N, Distance> arrivals;
        Ring<Opened, opens || deferred ? 4 * batch : 1> opened;

        TRAV_INLINE bool run() {
            for (;;) {
                while (!arrivals.full() && !edges.stack.empty()) arrivals.push(next());
                if (arrivals.full())
                    while (!edges.stack.empty())
                        if (!arrive(arrivals.exchange(next()))) return false;
                if (!arrivals.empty()) {
                    if (!arrive(arrivals.pop())) return false;
                } else {
                    open_all();
                    if (edges.stack.empty() && !turn() && !edges.next_piece(graph)) return true;
                }
            }
        }
        /// For a stack that has more elsewhere.
        TRAV_INLINE bool turn() {
            if constexpr (requires { edges.stack.turn(); }) return edges.stack.turn();
            else return false;
        }
        TRAV_INLINE N next() {
            N const node = edges.stack.pop();
            if constexpr (PrefetchingStore<S, G>)
                if (!null(graph, node)) __builtin_prefetch(store.address(node), 1);
            if constexpr (!late) prefetch(graph, node);
            return node;
        }
        /// False: the visit says stop.
        TRAV_INLINE bool arrive(N const& handle) {
            N const node = resolve(graph, handle);
            if (null(graph, node)) return true;
            if constexpr (requires { graph.resolve(node); } && requires { edges.stack.owns(node); })
                if (!edges.stack.owns(node)) {  // in another part
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
            if constexpr (opens || deferred) {
                Opened one{node, {}};
                if constexpr (!absent<decltype(one.data)>) one.data = &touched.data();
                opened.push(one, down);
                if constexpr (opens) {
                    // nothing is read of what is not new: to prefetch the store itself does no harm
                    void const* const where = late ? address(graph, node) : row_of(graph, node).data();
                    __builtin_prefetch(down ? where : &store);
                }
                if (opened.full()) [[unlikely]]
                    open_batch();
            }
            if constexpr (!opens) {
                if constexpr (in_a_row) edges.add_row(graph, node, down);
                else if (down) edges.add_each(graph, node);
            }
            return true;
        }
        TRAV_INLINE void open(Opened const& one) {
            if constexpr (deferred) {
                if constexpr (absent<Data>) {
                    Data none{};
                    visit(one.node, true, none);
                } else visit(one.node, true, *one.data);
            }
            if constexpr (opens) edges.add_row(graph, one.node, true);
        }
        /// Opens the oldest ones, and prefetches the children of the next.
        TRAV_INLINE void open_batch() {
            for (std::size_t i = 0; i != batch; ++i) open(opened.pop());
            if constexpr (late && !at_hand)
                for (std::size_t i = batch; i != 2 * batch; ++i)
                    __builtin_prefetch(row_of(graph, opened[i].node).data());
        }
        TRAV_INLINE void open_all() {
            if constexpr (opens || deferred)
                while (!opened.empty()) open(opened.pop());
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
