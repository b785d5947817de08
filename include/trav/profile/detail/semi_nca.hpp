// trav/profile/detail/semi_nca.hpp: the algorithm behind dominator trees: semi-NCA (Georgiadis, Tarjan and
// Werneck, "Finding dominators in practice", 2006), and the depth-first traversal that feeds it.
//
// Nodes are numbered from 1 in the order of their first arrivals; 0 is a root above all roots. An arrival
// from a node with a smaller number comes from an ancestor, and only the least such number matters. So only
// edges that lead back or across are kept, in one list per stretch of target nodes. They come from the newest
// node, so a list records the differences of the sources' numbers. A list is sorted when its stretch is
// processed.
//
// Finally, each node finds its dominator among those of its parent. If an array refers to the elements of a
// long list, their dominators are far above the parents. Then jump pointers lead there (Myers, "An
// applicative random-access stack", 1983).
//
// Takes 4 indices per node, and 4 bytes per kept edge. No recursion. Linear in practice, O((nodes + edges)
// log nodes) in the worst case.
#pragma once

#include "../../detail/compiler.hpp"
#include "../../detail/large_vector.hpp"
#include "../../detail/raise.hpp"
#include "../../graph/graph.hpp"
#include "../../graph/prefetch.hpp"
#include "../../graph/row.hpp"
#include "growing_lists.hpp"
#include "places.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
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

    /// Records the first arrival at a node, and returns its number. Throws std::length_error if an Index
    /// cannot represent it.
    Index first(Index from) {
        if (links_.size() >= none) [[unlikely]]
            detail::raise(std::length_error("trav: a dominator tree with more than " +
                                            std::to_string(none - 1) +
                                            " objects needs a wider index: "
                                            "trav::dominators<std::uint64_t>(graph, roots)"));
        return add(from);
    }
    /// Records a later arrival; if `from` is greater than `to`, it must be the newest node.
    void again(Index from, Index to) {
        if (from < to) {
            if (from < links_[to].label) links_[to].label = from;
        } else if (from != to) {
            std::size_t const list = to / stretch;
            Index& last = last_sources_[list];
            for (; from - last >= Edge::none; last = static_cast<Index>(last + Edge::none))
                edges_.push(list, {0, Edge::none});
            edges_.push(list,
                        {static_cast<std::uint16_t>(to % stretch), static_cast<std::uint16_t>(from - last)});
            last = from;
        }
    }

    /// The immediate dominator of each node, by number: a smaller number, or 0 for node 0.
    LargeVector<Index> idoms() && {
        LargeVector<Index> semis(links_.size());
        for (std::size_t list = edges_.count(); list-- != 0;) {
            std::size_t const first = list * stretch, left = links_.size() - first,
                              end = first + (left < stretch ? left : stretch);
            sort(list, end - first);
            std::size_t at = sources_.size();
            for (std::size_t w = end; w-- != first;) {
                Index semi = links_[w].label;
                while (at != begins_[w - first]) {
                    look_ahead(--at);
                    Index const other = least(sources_[at], static_cast<Index>(w));
                    if (other < semi) semi = other;
                }
                links_[w].label = semis[w] = semi;
            }
        }
        auto idoms = std::move(parents_);
        std::size_t left = most_steps * idoms.size(), w = 0;
        while (++w != idoms.size() && left != 0)
            for (; idoms[w] > semis[w] && left != 0; --left) idoms[w] = idoms[idoms[w]];
        if (left == 0) find_far(idoms, semis, w - 1);
        return idoms;
    }

  private:
    static constexpr std::size_t stretch = std::size_t{1} << 16;  // nodes that share one list of edges
    static constexpr std::size_t most_steps = 4;                  // for each node, before jump pointers

    struct Link {
        Index ancestor;  // the parent, or a higher node once the path to it has been compressed
        Index label;     // the least semidominator on that path, including this node, excluding the ancestor
    };
    struct Edge {
        static constexpr std::uint16_t none = 0xFFFF;  // as `further`: a step without an edge

        std::uint16_t to;       // the place of the target in its stretch
        std::uint16_t further;  // the number of the source minus that of the previous edge's source
    };

    Index add(Index from) {
        if (links_.size() % stretch == 0) {
            edges_.add();
            last_sources_.push_back(static_cast<Index>(links_.size()));
        }
        links_.push_back({from, from});
        parents_.push_back(from);
        return static_cast<Index>(links_.size() - 1);
    }
    /// Sets sources_ to the sources of the edges in a list, and begins_ to the start of each node's sources.
    void sort(std::size_t list, std::size_t nodes) {
        begins_.assign(nodes, 0);
        edges_.each(list, [&](Edge const& edge) { begins_[edge.to] += edge.further != Edge::none; });
        for (std::size_t n = 1; n < nodes; ++n) begins_[n] += begins_[n - 1];
        sources_.resize(begins_.back());
        auto source = static_cast<Index>(list * stretch);
        edges_.each(list, [&](Edge const& edge) {
            source = static_cast<Index>(source + edge.further);
            if (edge.further != Edge::none) sources_[--begins_[edge.to]] = source;
        });
    }
    /// Prefetches the links that least() will read for later edges. For the farthest edge that is the link of
    /// its source; for each nearer edge it is one ancestor further up.
    TRAV_INLINE void look_ahead(std::size_t at) const {
        constexpr std::size_t steps = 4, apart = 16;
        TRAV_UNROLL
        for (std::size_t step = 0; step != steps; ++step) {
            std::size_t const ahead = (steps - step) * apart;
            if (at < ahead) continue;
            Index v = sources_[at - ahead];
            for (std::size_t above = 0; above != step; ++above) v = links_[v].ancestor;
            prefetch_at<0>(&links_[v]);
        }
    }

    /// The least semidominator of `v` and of its ancestors up to the last one greater than `w`.
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

    /// Finds the dominators from node `begin` on. Reuses the links: `ancestor` is a dominator some steps up,
    /// and `label` a node's depth in the tree. O(log depth) links and single steps lead to any ancestor.
    void find_far(LargeVector<Index>& idoms, LargeVector<Index> const& semis, std::size_t begin) {
        links_[0] = {0, 0};
        for (std::size_t w = 1; w != idoms.size(); ++w) {
            Index dominator = idoms[w];
            if (w >= begin)
                while (dominator > semis[w]) {
                    Index const far = links_[dominator].ancestor;
                    dominator = far > semis[w] ? far : idoms[dominator];
                }
            idoms[w] = dominator;
            Index const above = links_[dominator].ancestor, further = links_[above].ancestor;
            bool const is_even =
                links_[dominator].label - links_[above].label == links_[above].label - links_[further].label;
            links_[w] = {is_even ? further : dominator, static_cast<Index>(links_[dominator].label + 1)};
        }
    }

    LargeVector<Link> links_;
    LargeVector<Index> parents_;
    GrowingLists<Edge> edges_;         // one list per stretch of target nodes
    std::vector<Index> last_sources_;  // for each list
    LargeVector<Index> sources_;       // of the edges of one list
    std::vector<std::size_t> begins_;  // by node: start in sources_
    std::vector<Index> path_;
};

/// Whether two numbers differ by less than 2^14.
constexpr bool nearby(std::uint64_t a, std::uint64_t b) {
    return (a < b ? b - a : a - b) < std::uint64_t{1} << 14;
}

/// Feeds the algorithm with all nodes reachable from `roots`, and lists them by number. May be called again
/// with more roots.
//
// The pending arrivals lead to children that were unnumbered when their parent was opened. An edge to a
// numbered child leads back or across, and is recorded at once, in any order. So the children of a node are
// read all together. If they are numbers in a row, their places and the positions of their rows are
// prefetched first. Children that are numbers near their parent's are visited before the others, while their
// memory is in the cache.
template <class Index, class G>
void visit_depth_first(SemiNca<Index>& algorithm, LargeVector<node_t<G>>& nodes, Places<G, Index>& numbers,
                       G const& graph, auto const& roots) {
    using N = node_t<G>;
    struct Arrival {
        N node;
        Index from;
    };
    constexpr std::size_t far = 4, near = 2;
    constexpr bool nearby_first = std::integral<N> && IndexedGraph<G>;
    auto const is_near = [](N const& a, N const& b) {
        if constexpr (nearby_first)
            return nearby(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b));
        else return true;
    };
    LargeVector<Arrival> waiting, distant;
    if constexpr (IndexedGraph<G>) waiting.reserve(2 * graph.count());  // unused memory is free
    auto const wait = [&](N const& handle, Index from, bool soon) {
        N const n = resolve(graph, handle);
        if (null(graph, n)) return;
        if (Index const number = numbers.find(n)) algorithm.again(from, number);
        else (soon ? waiting : distant).push_back({n, from}), prefetch(graph, n);
    };
    for (auto const& root : roots) {
        wait(static_cast<N>(root), 0, true);
        while (!waiting.empty()) {
            auto const [node, from] = waiting.back();
            N const n = node;  // clang 14 cannot capture a part of an Arrival
            waiting.pop_back();
            if (waiting.size() >= far) {
                N const& later = waiting[waiting.size() - far].node;
                numbers.prefetch(later), prefetch(graph, later);
            }
            if constexpr (InARow<G> && has_address<G>)
                if (waiting.size() >= near)
                    prefetch_at<0>(row_of(graph, waiting[waiting.size() - near].node).data());
            Index& number = numbers[n];
            if (number != 0) {
                algorithm.again(from, number);
                continue;
            }
            Index const here = number = algorithm.first(from);
            nodes.push_back(n);
            std::size_t const floor = waiting.size();
            if constexpr (InARow<G> && std::integral<N> && !requires(N m) { graph.resolve(m); })
                for (N const child : row_of(graph, n))
                    if (!null(graph, child)) numbers.prefetch(child), prefetch(graph, child);
            scan(graph, n, [&](N const& child) { wait(child, here, is_near(n, child)); });
            for (std::size_t low = floor, high = waiting.size(); low + 1 < high; ++low)
                std::swap(waiting[low], waiting[--high]);
            if constexpr (nearby_first) {
                auto const children = waiting.begin() + static_cast<std::ptrdiff_t>(floor);
                waiting.insert(children, distant.rbegin(), distant.rend());
                distant.clear();
            }
        }
    }
}

}  // namespace trav::detail
