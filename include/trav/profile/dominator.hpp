// trav/profile/dominator.hpp: the dominator tree of a heap, and the memory that each object retains.
//
//     auto const tree = trav::dominators(heap, roots);
//     tree.retained(cache)                    // bytes and objects that would be freed without the cache
//     tree.idom(order)                        // the nearest object on every path to the order
//     for (Obj* o : tree.largest(10)) ...
//     for (Obj* o : tree.dominators(order)) ...    // its retainers, the nearest first
//     tree.walk([](auto const& at) { ... });  // at.node, at.depth, at.own, at.retained: dominators first
//
// `a` dominates `b` if every path from the roots to b goes through a. The nearest dominator of b other than b
// is its immediate dominator. Immediate dominators form a tree, and an object retains the objects that it
// dominates. The tree depends only on edges and roots. Siblings are in the order of the depth-first
// traversal, which visits children with numbers near their parent's before the others. It shows the heap at
// the time of construction.
//
// Takes, per object, its handle, 3 indices, and 8 bytes if objects have sizes; without IndexedGraph, a side
// table replaces one index. The construction takes the memory given in semi_nca.hpp. For 2^32 objects or
// more, use dominators<std::uint64_t>.
#pragma once

#include "../detail/large_vector.hpp"
#include "../graph/with_owners.hpp"
#include "../traverse_heap.hpp"
#include "amount.hpp"
#include "detail/semi_nca.hpp"
#include "retainment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace trav {

/// The dominator tree. It is also a graph, with edges from immediate dominators to the dominated objects.
template <Graph G, class Index = std::uint32_t>
class DominatorTree {
  public:
    using node = node_t<G>;

    /// The tree of all objects that `roots` reach. The graph must outlive the tree.
    DominatorTree(G const& graph, auto const& roots)
        : DominatorTree(graph, roots, [](auto const&) { return std::vector<node>(); }) {}
    /// The tree with additional roots more(reached); reached(node) tells whether `roots` reach the node.
    DominatorTree(G const& graph, auto const& roots, auto const& more)
        : graph_(graph, roots), places_(*graph_) {
        detail::LargeVector<node> nodes;
        if constexpr (IndexedGraph<G>) nodes.reserve(graph.count() + 1);
        nodes.push_back({});
        detail::LargeVector<Index> idoms;
        {
            detail::SemiNca<Index> algorithm;
            if constexpr (IndexedGraph<G>) algorithm.reserve(graph.count());
            if constexpr (detail::WritesRows<G>) visit_rows(algorithm, nodes, roots);
            else detail::visit_depth_first(algorithm, nodes, places_, *graph_, roots);
            auto const others = more([&](node const& n) { return place(n) != 0; });
            detail::visit_depth_first(algorithm, nodes, places_, *graph_, others);
            idoms = std::move(algorithm).idoms();
        }
        arrange(nodes, std::move(idoms));
        if constexpr (HeapGraph<G>) {
            bytes_.reserve(nodes_.size() + 1);
            bytes_.assign(2, 0);
            for (std::size_t at = 1; at != nodes_.size(); ++at)
                bytes_.push_back(bytes_[at] + graph_->size(nodes_[at]));
        }
    }

    /// Whether the roots reach the object.
    bool reached(node const& n) const { return place(n) != 0; }
    /// The immediate dominator; empty for roots, for objects that only several roots together retain, and for
    /// unreached objects.
    std::optional<node> idom(node const& n) const {
        Index const above = idoms_[place(n)];
        return above == 0 ? std::nullopt : std::optional(nodes_[above]);
    }
    /// Whether every path from the roots to `b` goes through `a`; an object dominates itself. False if either
    /// is unreached.
    bool dominates(node const& a, node const& b) const {
        Index const at = place(a), below = place(b);
        return at != 0 && at <= below && below - at < counts_[at];
    }
    /// All objects that the object dominates: first itself, then the others, dominators first.
    std::span<node const> dominated(node const& n) const {
        Index const at = place(n);
        return std::span(nodes_).subspan(at, at == 0 ? 0 : counts_[at]);
    }
    /// All objects reached, dominators first.
    std::span<node const> preorder() const { return std::span(nodes_).subspan(1); }

    /// The objects that the object dominates immediately.
    Siblings<node, Index> children(node const& n) const {
        std::size_t const at = place(n);
        return at == 0 ? siblings(0, 0) : siblings(at + 1, at + counts_[at]);
    }
    /// The dominators of the object, which retain it, nearest first.
    DominatorsOf<node, Index> dominators(node const& n) const {
        using At = decltype(DominatorsOf<node, Index>().begin());
        return {At(nodes_.data(), idoms_.data(), idoms_[place(n)]), At(nodes_.data(), idoms_.data(), 0)};
    }
    /// The objects without a dominator: roots, and objects that only several roots together retain.
    Siblings<node, Index> top() const { return siblings(1, nodes_.size()); }

    /// The amount that would be freed without the object, including itself; zero if it is not reached.
    Amount retained(node const& n) const
        requires HeapGraph<G>
    {
        Index const at = place(n);
        return at == 0 ? Amount{} : retained_at(at);
    }
    /// The amount of all objects reached.
    Amount total() const
        requires HeapGraph<G>
    {
        return {bytes_.back(), nodes_.size() - 1};
    }
    /// The `n` objects that retain most bytes, or all if there are fewer; equal ones stay in preorder.
    /// O(objects * log n).
    std::vector<node> largest(std::size_t n) const
        requires HeapGraph<G>
    {
        auto const before = [&](Index a, Index b) {
            auto const of_a = retained_at(a).bytes, of_b = retained_at(b).bytes;
            return of_a != of_b ? of_a > of_b : a < b;
        };
        std::priority_queue<Index, std::vector<Index>, decltype(before)> found(before);  // the worst on top
        for (std::size_t at = 1; n != 0 && at != nodes_.size(); ++at) {
            auto const place = static_cast<Index>(at);
            if (found.size() == n && !before(place, found.top())) continue;
            if (found.size() == n) found.pop();
            found.push(place);
        }
        std::vector<node> largest(found.size());
        for (std::size_t at = found.size(); at-- != 0; found.pop()) largest[at] = nodes_[found.top()];
        return largest;
    }

    /// Calls f(Retainment) for every object, in preorder. If f returns false, skips the objects that this one
    /// dominates.
    template <class F>
    void walk(F f) const
        requires HeapGraph<G>
    {
        std::vector<std::size_t> ends;  // of the dominators of this object
        for (std::size_t at = 1; at != nodes_.size();) {
            while (!ends.empty() && ends.back() == at) ends.pop_back();
            Retainment<node> const entry{
                nodes_[at], ends.size(), {bytes_[at + 1] - bytes_[at], 1}, retained_at(at)};
            std::size_t const end = at + counts_[at];
            bool down = true;
            if constexpr (requires { down = f(entry); }) down = f(entry);
            else f(entry);
            if (down) ends.push_back(end);
            at = down ? at + 1 : end;
        }
    }

  private:
    /// Visits the rows that the graph has written down.
    void visit_rows(detail::SemiNca<Index>& algorithm, detail::LargeVector<node>& nodes, auto const& roots) {
        auto const& rows = *graph_->rows();
        using Rows = detail::RowGraph<std::remove_cvref_t<decltype(rows)>>;
        std::vector<Place> starts;
        detail::LargeVector<Place> order;
        for (auto const& root : roots) {
            node const n = resolve(*graph_, static_cast<node>(root));
            if (!null(*graph_, n)) starts.push_back(*rows.find(n));
        }
        detail::Places<Rows, Index> numbers(places_.by_place());
        detail::visit_depth_first(algorithm, order, numbers, Rows(rows), starts);
        for (Place const place : order) nodes.push_back(rows.nodes()[place]);
    }
    /// Gives objects, which have depth-first numbers so far, their places: preorder in the tree.
    void arrange(detail::LargeVector<node> const& nodes, detail::LargeVector<Index> idoms) {
        std::size_t const n = nodes.size();
        detail::LargeVector<Index> counts(n, 1);
        for (std::size_t w = n - 1; w != 0; --w)
            counts[idoms[w]] = static_cast<Index>(counts[idoms[w]] + counts[w]);
        nodes_.resize(n), idoms_.resize(n), counts_.resize(n);
        counts_[0] = std::exchange(counts[0], Index{1});
        auto& next = counts;   // for a placed node: the place of its next child
        auto& places = idoms;  // likewise
        for (std::size_t w = 1; w != n; ++w) {
            Index const above = idoms[w], at = next[above], count = counts[w];
            next[above] = static_cast<Index>(at + count);
            next[w] = static_cast<Index>(at + 1);
            places[w] = at;
            nodes_[at] = nodes[w];
            idoms_[at] = places[above];
            counts_[at] = count;
            places_[nodes[w]] = at;
        }
    }

    Amount retained_at(std::size_t at) const { return {bytes_[at + counts_[at]] - bytes_[at], counts_[at]}; }
    Siblings<node, Index> siblings(std::size_t first, std::size_t last) const {
        using At = decltype(Siblings<node, Index>().begin());
        auto const at = [&](std::size_t place) {
            return At(nodes_.data(), counts_.data(), static_cast<Index>(place));
        };
        return {at(first), at(last)};
    }
    /// The object's place in preorder; 0 if it is not reached.
    Index place(node const& handle) const {
        node const n = resolve(*graph_, handle);
        if (null(*graph_, n)) return 0;
        return places_.find(n);
    }

    detail::WithOwners<G> graph_;
    detail::Places<G, Index> places_;
    detail::LargeVector<node> nodes_;           // by place; the first is above all roots, and is no object
    detail::LargeVector<Index> idoms_;          // places
    detail::LargeVector<Index> counts_;         // number of dominated objects, including itself
    detail::LargeVector<std::uint64_t> bytes_;  // of all objects at smaller places
};

/// The dominator tree of all objects that `roots` reach. The graph must outlive it. Throws std::length_error
/// if an Index is too narrow.
template <class Index = std::uint32_t, class G, class Roots = detail::Braced<G>>
auto dominators(G const& graph, Roots const& roots) {
    if constexpr (detail::check_graph<G>()) return DominatorTree<G, Index>(graph, roots);
}
template <class Index = std::uint32_t, class G, class Roots>
void dominators(G const&&, Roots const&) {
    static_assert(
        !sizeof(G),
        "trav: a dominator tree refers to its graph: give the graph a name, and let it outlive the tree");
}

}  // namespace trav
