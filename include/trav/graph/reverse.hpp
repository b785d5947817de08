// trav/graph/reverse.hpp: reverse(graph, roots), the same nodes with reversed edges: the children of a node
// are its predecessors.
//
//     auto referrers = trav::reverse(heap, roots);      // of all nodes reachable from the roots
//     auto all = trav::reverse(csr);                    // of every node, if the graph can list its nodes
//
// A predecessor appears once for each edge, in breadth-first order (for all nodes: in the order of the
// graph). Building the graph takes O(nodes + edges) time, a word for each edge and a few for each node;
// copies share this memory. The graph is a snapshot: it does not reflect later changes of the heap. A node
// that was not reached has no predecessors.
#pragma once

#include "../detail/growing_array.hpp"
#include "../detail/shared_ptr.hpp"
#include "../store/dense.hpp"
#include "../store/hashed.hpp"
#include "detail/adaptor.hpp"
#include "index_range.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// A graph that can list all its nodes.
template <class G>
concept ListsObjects =
    requires(G const& graph) { graph.objects(); } || (IndexedGraph<G> && std::integral<node_t<G>>);

template <ListsObjects G>
constexpr decltype(auto) all_objects(G const& graph) {
    if constexpr (requires { graph.objects(); }) return graph.objects();
    else return IndexRange<node_t<G>>(graph.count());
}

/// A graph with its edges reversed.
template <class G>
class TurnedEdges {
    using N = node_t<G>;
    using Numbers =
        std::conditional_t<IndexedGraph<G>, Dense<std::size_t, GraphIndex<G>>, Hashed<N, std::size_t>>;

  public:
    TurnedEdges(G graph, auto const& roots) : graph_(std::move(graph)), numbers_(make_numbers()) {
        GrowingArray<N> nodes;               // by number; also the queue of nodes without listed children
        GrowingArray<std::size_t> children;  // the numbers of all children, node by node
        GrowingArray<std::size_t> ends;      // the end of each node's children
        auto const number = [&](N const& n) {
            auto const touched = numbers_.touch(n);
            if (touched.fresh) {
                touched.data() = nodes.size();
                nodes.push(n);
            }
            return touched.data();
        };
        auto const object = [&](N const& handle, auto&& use) {
            N const n = resolve(graph_, handle);
            if (!null(graph_, n)) use(number(n));
        };
        for (auto const& root : roots) object(static_cast<N>(root), [](std::size_t) {});
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            scan(graph_, N(nodes[i]),
                 [&](N const& child) { object(child, [&](std::size_t to) { children.push(to); }); });
            ends.push(children.size());
        }

        begins_.assign(nodes.size() + 2, 0);
        for (std::size_t const to : children) ++begins_[to + 2];
        for (std::size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
        parents_.room(children.size());
        parents_.add(children.size());
        for (std::size_t from = 0, edge = 0; from < nodes.size(); ++from)
            for (; edge < ends[from]; ++edge) parents_[begins_[children[edge] + 1]++] = nodes[from];
        begins_.pop();
    }
    TurnedEdges(TurnedEdges const&) = delete;

    std::span<N const> parents(N const& n) const {
        std::size_t const* number = numbers_.find(n);
        if (!number) return {};
        return {parents_.data() + begins_[*number], begins_[*number + 1] - begins_[*number]};
    }
    G const& graph() const { return graph_; }

  private:
    Numbers make_numbers() const {
        if constexpr (IndexedGraph<G>) return Numbers(graph_.count(), GraphIndex<G>{&graph_});
        else return Numbers{};
    }
    [[no_unique_address]] G graph_;
    Numbers numbers_;
    GrowingArray<std::size_t> begins_;  // the beginning of each node's parents, and the end of the last ones
    GrowingArray<N> parents_;
};

}  // namespace detail

/// `G` with its edges reversed.
template <Graph G>
class Reversed : public detail::Adaptor<Reversed<G>, G> {
  public:
    using node = node_t<G>;

    Reversed(G graph, auto const& roots) : turned_(std::in_place, std::move(graph), roots) {}

    std::span<node const> children(node const& n) const { return turned_->parents(n); }
    G const& base() const { return turned_->graph(); }

  private:
    detail::SharedPtr<detail::TurnedEdges<G>> turned_;
};

/// All nodes of `graph` that are reachable from `roots`, a range of nodes, with reversed edges.
template <Graph G, class Roots = detail::Braced<G>>
auto reverse(G graph, Roots const& roots) {
    return Reversed<G>(std::move(graph), roots);
}
/// All nodes of `graph`, with reversed edges.
template <Graph G>
auto reverse(G graph) {
    if constexpr (detail::ListsObjects<G>) {
        auto const& objects = detail::all_objects(graph);
        return Reversed<G>(graph, objects);
    } else {
        static_assert(
            !sizeof(G),
            "trav: reverse(graph) needs a graph with objects(); say from where: reverse(graph, roots)");
    }
}

}  // namespace trav
