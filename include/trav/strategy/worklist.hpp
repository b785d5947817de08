// trav/strategy/worklist.hpp: Worklist, which makes a strategy from a container of waiting arrivals.
//
//     template <class Item, class Graph>
//     class Frontier {
//         void push(Item, Graph const&);  // an arrival: item.node, item.parent, item.inherited
//         Item pop();                     // the arrival to visit next; not called when empty
//         bool empty() const;
//         std::size_t size() const;
//         void clear();
//     };
//     struct InMyOrder : trav::Worklist<Frontier, false> {};   // true: the last root pushed is visited first
//
// The children of a node are pushed in order after the node has been visited. A node is marked when it is
// popped, so the policy sees every arrival in the frontier's order, even as part of a fusion. If the policy
// does not ask for the parent and inherits nothing, these members of an item are empty, and an item is as
// small as a node.
//
// A worklist never returns to a node, so it cannot call leave(). It costs no more than the frontier.
// doc/engine.md has a strategy made this way. Two frontiers of the engine do more: MarkStack's also has
// refill(), and takes all children of a node at once; Parallel's has owns(node), and passes on arrivals that
// another thread must visit.
#pragma once

#include "../detail/compiler.hpp"
#include "../graph/graph.hpp"
#include "../graph/row.hpp"
#include "../policy/policy.hpp"

#include <cstddef>
#include <utility>

namespace trav {

/// A container of the waiting arrivals of a Worklist.
template <class F, class Item, class Graph>
concept FrontierOf = requires(F& frontier, F const& same, Item item, Graph const& graph) {
    frontier.push(std::move(item), graph);
    { frontier.pop() } -> std::convertible_to<Item>;
    { same.empty() } -> std::convertible_to<bool>;
    { same.size() } -> std::convertible_to<std::size_t>;
    frontier.clear();
};

/// A strategy that visits waiting arrivals in the order of a frontier.
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

        /// Whether nodes with many children are set aside and their children pushed slice by slice.
        static constexpr bool sliced = requires(Waiting& waiting, G const& graph) { waiting.refill(graph); };

        Walker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {}
        Walker(G const& graph, P& policy, S& store, Waiting frontier)
            : graph_(graph), policy_(policy), store_(store), frontier_(std::move(frontier)) {}
        TRAV_ALWAYS_INLINE ~Walker() = default;  // inlined, so that the walker can stay in registers

        void push(N const& root, Inherited const& inherited) {
            N const node = resolve(graph_, root);  // resolved first, because a root is its own parent
            frontier_.push({node, detail::as_parent<P>(node), inherited}, graph_);
        }
        bool idle() const { return frontier_.empty(); }
        std::size_t size() const { return frontier_.size(); }
        void clear() { frontier_.clear(); }
        Returned& total() { return nothing_; }

        /// Visits one arrival. Must not be idle.
        go step() {
            if constexpr (sliced) {
                if (!frontier_.ready()) frontier_.refill(graph_);
                return visit(frontier_.take(), pushing());
            } else {
                return visit(frontier_.pop(), pushing());
            }
        }
        /// Visits until nothing remains. Returns false if a visit said stop.
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
        /// Visits an arrival; calls descend(node, to_children) if the visit says so.
        TRAV_INLINE go visit(Item const item, auto&& descend) {
            N const node = resolve(graph_, item.node);
            if (null(graph_, node)) return go::skip;
            if constexpr (requires { graph_.resolve(node); } && requires { frontier_.owns(node); })
                if (!frontier_.owns(node)) {  // in another region
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
