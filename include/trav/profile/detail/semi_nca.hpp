// trav/profile/detail/semi_nca.hpp: the algorithm behind dominator trees: semi-NCA (Georgiadis, Tarjan and
// Werneck, "Finding dominators in practice", 2006), fed by a depth-first traversal.
//
// Nodes are numbered from 1 in the order of their first arrivals; 0 is a root above all roots. An arrival
// from a node with a smaller number comes from an ancestor, and only the least of those counts: edges are
// kept only if they lead back or across.
//
// Costs 4 indices for each node, 2 for each edge kept. Nothing is recursive. Linear in practice; at worst
// O(nodes^2).
#pragma once

#include "../../detail/compiler.hpp"

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trav::detail {

/// Finds immediate dominators from arrivals in depth-first order.
template <class Index>
class SemiNca {
    static constexpr Index none = std::numeric_limits<Index>::max();

  public:
    SemiNca() { add(0); }
    void reserve(std::size_t nodes) { links_.reserve(nodes + 1), parents_.reserve(nodes + 1); }

    /// The first arrival at a node; answers its number. Throws std::length_error if an Index cannot number
    /// it.
    Index first(Index from) {
        check(links_.size(), "objects");
        return add(from);
    }
    /// A later arrival. Throws std::length_error if an Index cannot number the edge.
    void again(Index from, Index to) {
        if (from < to) {
            if (from < links_[to].label) links_[to].label = from;
        } else if (from != to) {
            check(edges_.size(), "edges back and across");
            edges_.push_back({from, to});
        }
    }

    /// The immediate dominator of each node, by number: a smaller number; 0 for 0.
    std::vector<Index> idoms() && {
        heads_.assign(links_.size(), none);
        for (std::size_t e = 0; e != edges_.size(); ++e)
            edges_[e].next = std::exchange(heads_[edges_[e].next], static_cast<Index>(e));
        for (auto w = static_cast<Index>(links_.size() - 1); w != 0; --w) {
            Index semi = links_[w].label;
            for (Index e = heads_[w]; e != none; e = edges_[e].next)
                if (Index const other = least(edges_[e].from, w); other < semi) semi = other;
            links_[w].label = heads_[w] = semi;
        }
        auto const& semis = heads_;
        auto idoms = std::move(parents_);
        for (std::size_t w = 1; w != idoms.size(); ++w)
            while (idoms[w] > semis[w]) idoms[w] = idoms[idoms[w]];
        return idoms;
    }

  private:
    struct Link {
        Index ancestor;  // the parent, or a higher node when the path to it has been compressed
        Index label;     // the least semidominator on that path, this node's included, the ancestor's not
    };
    struct Edge {
        Index from, next;  // the next edge to the same node; at first, that node
    };

    Index add(Index from) {
        links_.push_back({from, from});
        parents_.push_back(from);
        return static_cast<Index>(links_.size() - 1);
    }
    static void check(std::size_t count, char const* what) {
        if (count >= none) [[unlikely]]
            throw std::length_error("trav: a dominator tree with more than " + std::to_string(none - 1) +
                                    " " + what +
                                    " needs a wider index: trav::dominators<std::uint64_t>(graph, roots)");
    }

    /// The least semidominator of `v` and those above it, up to the last one that is greater than `w`.
    Index least(Index v, Index w) {
        for (; links_[v].ancestor > w; v = links_[v].ancestor) path_.push_back(v);
        Link link = links_[v];
        for (; !path_.empty(); path_.pop_back()) {
            Link& lower = links_[path_.back()];
            if (lower.label < link.label) link.label = lower.label;
            lower = link;
        }
        return link.label;
    }

    std::vector<Link> links_;
    std::vector<Index> parents_;
    std::vector<Index> heads_;  // of each node's list of edges; when its semidominator is known, that
    std::vector<Edge> edges_;
    std::vector<Index> path_;
};

/// The policy that feeds it, and lists the nodes.
template <class N, class Index>
struct FindIdoms {
    using node_data = Index;  // the node's number
    using inherited = Index;  // the parent's number; 0 for roots
    SemiNca<Index> algorithm{};
    std::vector<N> nodes{N{}};  // by number

    void visit(auto& here) {
        if (here.first) {
            here.to_children = here.data = algorithm.first(here.inherited);
            nodes.push_back(here.node);
        } else {
            algorithm.again(here.inherited, here.data);
        }
    }
};

}  // namespace trav::detail
