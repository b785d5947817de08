// trav/graph/reverse.hpp: reverse(graph, roots), who refers to whom: the same nodes, with their predecessors
// as children.
//
//     auto referrers = trav::reverse(heap, roots);      // of everything that can be reached from the roots
//     auto all = trav::reverse(csr);                    // of every node, if the graph can list them
//
// Predecessors come once for each edge, in the order in which a breadth-first pass finds them (for all nodes:
// in the order of the graph). Built in O(nodes + edges) time, with a word for each edge and a few for each
// node; copies share it. It is a snapshot: later changes of the heap do not show. A node that was not reached
// has no predecessors.
#pragma once

#include "../detail/index_range.hpp"
#include "../detail/shared.hpp"
#include "../store/dense.hpp"
#include "../store/hashed.hpp"
#include "detail/adaptor.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

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
        std::vector<N> nodes;  // by number; also the queue of those whose children are not listed yet
        std::vector<std::size_t> children;  // their numbers, node by node
        std::vector<std::size_t> ends;      // where the children of each node end
        auto const number = [&](N const& n) {
            auto const touched = numbers_.touch(n);
            if (touched.fresh) {
                touched.data() = nodes.size();
                nodes.push_back(n);
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
                 [&](N const& child) { object(child, [&](std::size_t to) { children.push_back(to); }); });
            ends.push_back(children.size());
        }

        begins_.resize(nodes.size() + 2);
        for (std::size_t const to : children) ++begins_[to + 2];
        for (std::size_t i = 2; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
        parents_.resize(children.size());
        for (std::size_t from = 0, edge = 0; from < nodes.size(); ++from)
            for (; edge < ends[from]; ++edge) parents_[begins_[children[edge] + 1]++] = nodes[from];
        begins_.pop_back();
    }
    TurnedEdges(TurnedEdges const&) = delete;

    std::span<N const> parents(N const& n) const {
        std::size_t const* number = numbers_.find(n);
        if (!number) return {};
        return std::span(parents_).subspan(begins_[*number], begins_[*number + 1] - begins_[*number]);
    }
    G const& graph() const { return graph_; }

  private:
    Numbers make_numbers() const {
        if constexpr (IndexedGraph<G>) return Numbers(graph_.count(), GraphIndex<G>{&graph_});
        else return Numbers{};
    }
    [[no_unique_address]] G graph_;
    Numbers numbers_;
    std::vector<std::size_t> begins_;  // where the parents of each node begin, and where the last ones end
    std::vector<N> parents_;
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
    detail::Shared<detail::TurnedEdges<G>> turned_;
};

/// What can be reached in `graph` from `roots`, a range of nodes, with its edges reversed.
template <Graph G, class Roots = detail::Braced<G>>
auto reverse(G graph, Roots const& roots) {
    return Reversed<G>(std::move(graph), roots);
}
/// All of `graph`, with its edges reversed.
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
