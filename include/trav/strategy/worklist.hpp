// trav/strategy/worklist.hpp: the walker of every strategy that keeps arrivals in a frontier and never returns to a node.
//
// A frontier offers push(item, graph), pop(), empty(), size(), clear(). An item is the node, and what the policy inherits:
// for a policy that inherits nothing a frontier is an array of bare nodes. A node is marked when it is popped, so that every
// arrival is seen, and in the order of the frontier, whatever other policies are fused with it.
#pragma once

#include "../detail/absent.hpp"
#include "../graph/detail/row.hpp"
#include "../graph/graph.hpp"
#include "../policy/policy.hpp"
#include "detail/arrive.hpp"

#include <cstddef>
#include <utility>

namespace trav {

/// A strategy made of a frontier.
template <template <class Item, class Graph> class Frontier, bool LastRootFirst>
struct Worklist {
    static constexpr bool returns = false;
    static constexpr bool last_root_first = LastRootFirst;

    template <class G, class P, class S>
    class Walker {
        using N = node_t<G>;
        using Inherited = inherited_t<P>;
        using Returned = returned_t<P>;
        using Parent = parent_t<P, N>;

      public:
        struct Item {
            N node;
            [[no_unique_address]] Parent parent;
            [[no_unique_address]] Inherited inherited;
        };

        using Waiting = Frontier<Item, G>;

        /// The children of nodes that have many are set aside and pushed slice by slice.
        static constexpr bool sliced = requires(Waiting& waiting, G const& graph) { waiting.refill(graph); };

        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {}
        Walker(G const& graph, P& policy, S& store, Waiting frontier)
            : graph_(graph), policy_(policy), store_(store), frontier_(std::move(frontier)) {}
        [[gnu::always_inline]] ~Walker() = default;  // a call of it would keep the walker out of registers

        void push(N const& root, Inherited const& inherited) {
            N const node = resolve(graph_, root);  // before it is its own parent
            frontier_.push({node, detail::as_parent<P>(node), inherited}, graph_);
        }
        bool idle() const { return frontier_.empty(); }
        std::size_t size() const { return frontier_.size(); }
        void clear() { frontier_.clear(); }
        Returned& total() { return nothing_; }

        /// Visits one arrival. Not when idle.
        go step() {
            if constexpr (sliced) {
                if (!frontier_.ready()) frontier_.refill(graph_);
                return visit(frontier_.take(), pushing());
            } else {
                return visit(frontier_.pop(), pushing());
            }
        }
        /// Visits until nothing is left; false: a visit said stop.
        TRAV_INLINE bool run() {
            if constexpr (sliced) {
                while (frontier_.ready() || frontier_.refill(graph_)) {
                    Item item = frontier_.take();
                    for (bool again = true; again;) {
                        again = false;
                        go const answer = visit(item, [&](N const& node, Inherited const& to_children) {
                            Item const like{node, detail::as_parent<P>(node), to_children};
                            again = frontier_.push_but_last(graph_.children(node), like, graph_, item);
                        });
                        if (answer == go::stop) return false;
                    }
                }
            } else {
                while (!frontier_.empty())
                    if (visit(frontier_.pop(), pushing()) == go::stop) return false;
            }
            return true;
        }

      private:
        /// Visits an arrival, and hands a node to go down from to `descend`.
        TRAV_INLINE go visit(Item const item, auto&& descend) {
            N const node = resolve(graph_, item.node);
            if (null(graph_, node)) return go::skip;
            if constexpr (requires { graph_.resolve(node); } && requires { frontier_.owns(node); })
                if (!frontier_.owns(node)) {  // in another part
                    frontier_.push({node, item.parent, item.inherited}, graph_);
                    return go::skip;
                }
            return detail::arrive<P>(policy_, store_, node, item.parent, item.inherited, nothing_,
                                     [&](auto& here) { descend(node, here.to_children); });
        }

        TRAV_INLINE auto pushing() {
            return [this](N const& node, Inherited const& to_children) { push_children(node, to_children); };
        }
        TRAV_INLINE void push_children(N const& node, Inherited const& to_children) {
            if constexpr (sliced) {
                Item const like{node, detail::as_parent<P>(node), to_children};
                frontier_.push_children(graph_.children(node), like, graph_);
            } else {
                detail::each_child(graph_, node, [&](N const& child) {
                    if (!null(graph_, child))
                        frontier_.push({child, detail::as_parent<P>(node), to_children}, graph_);
                });
            }
        }

        G const& graph_;
        P& policy_;
        S& store_;
        Waiting frontier_;
        [[no_unique_address]] Returned nothing_{};
    };
};

}  // namespace trav
