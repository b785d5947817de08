// trav/strategy/breadth_first.hpp: visits all nodes at one distance from the roots before any node that is
// further away.
//
// The frontier is a queue of cursors, one for each visited node with children. Edges are crossed in the same
// order as with a queue of arrivals, but a node with very many children waits as one item. (A graph that
// prefers to scan its children, such as GHC's, gets a queue of arrivals.)
#pragma once

#include "../detail/compiler.hpp"
#include "../detail/queue.hpp"
#include "../graph/row.hpp"
#include "../policy/policy.hpp"
#include "detail/wide.hpp"
#include "worklist.hpp"

#include <cstddef>
#include <utility>

namespace trav {

namespace detail {

/// A queue of arrivals.
template <class Item, class>
class ArrivalQueue : public Queue<Item> {
  public:
    TRAV_INLINE void push(Item item, auto const&) { Queue<Item>::push(std::move(item)); }
    TRAV_INLINE Item pop() {
        Queue<Item>::ready();
        return Queue<Item>::pop();
    }
};

/// Breadth first with a queue of cursors.
template <class G, class P, class S>
class CursorQueueWalker {
    using N = node_t<G>;
    using Inherited = inherited_t<P>;
    using Returned = returned_t<P>;
    using Parent = parent_t<P, N>;

  public:
    /// A node with children that are still to be visited.
    struct Item {
        cursor_t<G> at;
        end_t<G> end;
        [[no_unique_address]] Parent node;
        [[no_unique_address]] Inherited to_children;
    };

    CursorQueueWalker(G const& graph, P& policy, S& store) : graph_(graph), policy_(policy), store_(store) {
        queue_.make_room();
    }
    TRAV_ALWAYS_INLINE ~CursorQueueWalker() = default;

    void push(N const& root, Inherited const& inherited) { roots_.push({resolve(graph_, root), inherited}); }
    bool idle() const { return queue_.empty() && roots_.empty(); }
    std::size_t size() const { return queue_.size() + roots_.size(); }
    void clear() { queue_.drop_items(), roots_.clear(); }
    Returned& total() { return nothing_; }

    /// Crosses one edge. Must not be idle.
    go step() {
        if (roots_.ready()) return visit_root();
        queue_.ready();
        Item& front = queue_.front();
        go const answer = cross(front);
        if (!(front.at != front.end)) queue_.pop();
        return answer;
    }
    /// Steps until nothing remains. Returns false if a visit said stop.
    TRAV_INLINE bool run() {
        do {
            while (roots_.ready())
                if (visit_root() == go::stop) return false;
            while (queue_.ready()) {
                Item item = queue_.pop();
                do
                    if (cross(item) == go::stop) return false;
                while (item.at != item.end);
            }
        } while (!roots_.empty());
        return true;
    }

  private:
    struct Root {
        N node;
        [[no_unique_address]] Inherited inherited;
    };

    TRAV_INLINE go visit_root() {
        Root const root = roots_.pop();
        return enter(root.node, detail::as_parent<P>(root.node), root.inherited);
    }
    TRAV_INLINE go cross(Item& item) {
        N const child = static_cast<N>(*item.at);
        ++item.at;
        return enter(child, item.node, item.to_children);
    }
    TRAV_INLINE go enter(N const& handle, Parent const parent, Inherited const inherited) {
        N const node = resolve(graph_, handle);
        if (null(graph_, node)) return go::skip;
        return arrive<P>(policy_, store_, node, parent, inherited, nothing_, [&](auto& here) {
            auto&& children = graph_.children(node);
            auto at = children.begin();
            auto end = children.end();
            if (!(at != end)) return;
            queue_.put({std::move(at), std::move(end), as_parent<P>(node), here.to_children});
            queue_.make_room();  // always, so that cursors need not be kept across a call
        });
    }

    G const& graph_;
    P& policy_;
    S& store_;
    Queue<Item> queue_;
    Queue<Root> roots_;
    [[no_unique_address]] Returned nothing_{};
};

template <class G>
concept ScansChildren = requires(G const& graph, node_t<G> n) { graph.scan(n, [](node_t<G>) {}); };

}  // namespace detail

/// First in, first out. The frontier holds nodes with children from at most two levels.
struct BreadthFirst {
    static constexpr bool returns = false;
    static constexpr bool last_root_first = false;

    template <class G, class P, class S>
    using Walker =
        std::conditional_t<detail::Sliced<G> || !detail::ScansChildren<G>, detail::CursorQueueWalker<G, P, S>,
                           typename Worklist<detail::ArrivalQueue, false>::template Walker<G, P, S>>;
};

}  // namespace trav
