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
#include "loose_stack.hpp"
#include "prefetch.hpp"
#include "ring.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav::detail {

template <class G, class P, class S, std::size_t Distance, class Stack = LooseStack<node_t<G>>>
class Marker {
    using N = node_t<G>;
    using Data = node_data_t<P>;
    using Returned = returned_t<P>;

    static constexpr bool in_a_row = InARow<G>;
    /// The children lie behind the header that an arrival reads; else elsewhere.
    static constexpr bool at_hand = readable_children<G> > 0;
    /// Its visits tell nothing to the traversal, so that they can be made later, in batches.
    static constexpr bool deferred = VisitsOnce<P> && answers_nothing<P, N> && (absent<Data> || S::stable);
    /// Of a node that is marked outside of itself nothing is read unless it is new.
    static constexpr bool late = deferred && in_a_row && PrefetchingStore<S, G>;
    static constexpr bool opens = in_a_row && (!at_hand || late);

    static constexpr std::size_t batch = 32;    ///< so many new nodes are opened at a time
    static constexpr std::size_t piece = 1024;  ///< a longer row of children is pushed piece by piece

  public:
    Marker(G const& graph, P& policy, S& store, Stack stack = Stack())
        : graph_(graph), policy_(policy), store_(store), stack_(std::move(stack)) {}

    void push(N const& root, inherited_t<P> const&) { stack_.push(resolve(graph_, root)); }
    bool idle() const { return stack_.empty() && long_rows_.empty(); }
    std::size_t size() const { return stack_.size() + long_rows_.size(); }
    void clear() { stack_.clear(), long_rows_.clear(); }
    Returned& total() { return nothing_; }

    /// Visits one arrival, without prefetching. Not when idle.
    go step() {
        Loop loop(*this);
        if (loop.stack.empty()) loop.next_piece();
        bool const go_on = loop.arrive(loop.stack.pop());
        loop.open_all();
        stack_ = std::move(loop.stack);
        return go_on ? go::down : go::stop;
    }
    /// Visits all there is. False: a visit said stop.
    bool run() {
        Loop loop(*this);
        bool const ran = loop.run();
        stack_ = std::move(loop.stack);
        return ran;
    }

  private:
    struct Row {
        N const* begin;
        N const* end;
    };
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
              long_rows(marker.long_rows_),
              stack(std::move(marker.stack_)) {}

        G const& graph;
        P& policy;
        S& store;
        Returned& nothing;
        std::vector<Row>& long_rows;
        Stack stack;
        Ring<N, Distance> arrivals;
        Ring<Opened, opens || deferred ? 4 * batch : 1> opened;

        TRAV_INLINE bool run() {
            for (;;) {
                while (!arrivals.full() && !stack.empty()) arrivals.push(next());
                if (arrivals.full())
                    while (!stack.empty())
                        if (!arrive(arrivals.exchange(next()))) return false;
                if (!arrivals.empty()) {
                    if (!arrive(arrivals.pop())) return false;
                } else {
                    open_all();
                    if (stack.empty() && !next_piece()) return true;
                }
            }
        }
        TRAV_INLINE N next() {
            N const node = stack.pop();
            if constexpr (PrefetchingStore<S, G>)
                if (!null(graph, node)) __builtin_prefetch(store.address(node), 1);
            if constexpr (!late) prefetch(graph, node);
            return node;
        }
        /// False: the visit says stop.
        TRAV_INLINE bool arrive(N const& handle) {
            N const node = resolve(graph, handle);
            if (null(graph, node)) return true;
            if constexpr (requires { graph.resolve(node); } && requires { stack.owns(node); })
                if (!stack.owns(node)) {  // another thread's
                    stack.push(node);
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
                if constexpr (in_a_row) copy(node, down);
                else if (down) push_each(node);
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
            if constexpr (opens) copy(one.node, true);
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

        /// Pushes the children, if they count. As many as may be read are copied whether they do or not.
        TRAV_INLINE void copy(N const& node, bool counts) {
            auto const row = row_of(graph, node);
            N const* const from = row.data();
            if constexpr (MostlyInARow<G>)
                if (from == nullptr) [[unlikely]] {
                    if (counts) push_each(node);
                    return;
                }
            std::size_t const count = row.size() & (std::size_t{0} - std::size_t{counts});
            if constexpr (at_hand || OneArray<G>) {
                constexpr std::size_t readable = at_hand ? readable_children<G> : 4;
                if (may_read(from, readable)) [[likely]] {
                    N* const to = stack.room(readable);
#pragma GCC unroll 8
                    for (std::size_t i = 0; i != readable; ++i) to[i] = from[i];
                    if (count <= readable) [[likely]]
                        return stack.add(count);
                }
            }
            push(from, count);
        }
        TRAV_INLINE bool may_read([[maybe_unused]] N const* from, [[maybe_unused]] std::size_t count) const {
            if constexpr (at_hand) return true;
            else return static_cast<std::size_t>(graph.rows_end() - from) >= count;
        }
        TRAV_INLINE void push_each(N const& node) {
            scan(graph, node, [&](N const& child) {
                if (!null(graph, child)) stack.push(child);
            });
        }
        TRAV_INLINE void push(N const* from, std::size_t count) {
            if (count > piece) [[unlikely]] {
                long_rows.push_back({from + piece, from + count});
                count = piece;
            }
            N* const to = stack.room(count);
            for (std::size_t i = 0; i != count; ++i) to[i] = from[i];
            stack.add(count);
        }
        /// Takes up a row that was left. False: there is none.
        TRAV_INLINE bool next_piece() {
            if (long_rows.empty()) return false;
            Row const row = long_rows.back();
            long_rows.pop_back();
            push(row.begin, static_cast<std::size_t>(row.end - row.begin));
            return true;
        }
    };

    G const& graph_;
    P& policy_;
    S& store_;
    Stack stack_;
    std::vector<Row> long_rows_;
    [[no_unique_address]] Returned nothing_{};
};

}  // namespace trav::detail
