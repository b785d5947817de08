// The dominator tree of a dump as lines: below each object those that retain most of what it retains.
#pragma once

#include "dominated.hpp"
#include "object_text.hpp"
#include "retained_heap.hpp"
#include "text_last.hpp"

#include <trav/dump/named_dump_graph.hpp>
#include <trav/graph/named_edge.hpp>
#include <trav/profile/amount.hpp>
#include <trav/report/text.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// How much of it to show.
struct TreeOptions {
    std::size_t depth = 3, top = 10;  ///< levels, and objects below one; 0: all
};

/// Writes the tree of one heap.
template <trav::dump::Dump D>
class TreeText {
    using Node = trav::dump::Node;

  public:
    /// The heap must outlive it.
    TreeText(RetainedHeap<D> const& heap, TreeOptions const& options) : heap_(heap), options_(options) {}

    /// The tree below each of `tops`; all of it if there are none.
    std::string text(std::vector<Node> const& tops) {
        if (tops.empty()) below(heap_.tree.top(), 0);
        else below(tops, 0);
        while (!open_.empty()) {
            Line const line = open_.back();
            open_.pop_back();
            std::string const indent(2 * line.depth, ' ');
            auto const total = heap_.tree.total().bytes;
            std::string const what = line.rest != 0 ? "... " + trav::grouped(line.rest) + " more"
                                                    : field(line.node) + object_text(heap_.dump, line.node);
            rows_.add({trav::humanised(line.amount.bytes), trav::percent(line.amount.bytes, total),
                       trav::grouped(line.amount.objects), indent + what});
            if (line.rest != 0 || (options_.depth != 0 && line.depth + 1 == options_.depth)) continue;
            below(heap_.tree.children(line.node), line.depth + 1);
        }
        return rows_.str();
    }

  private:
    struct Line {
        Node node;
        std::size_t depth;
        trav::Amount amount;
        std::size_t rest = 0;  // this many others, instead of the node
    };

    void below(auto const& siblings, std::size_t depth) {
        auto const& tree = heap_.tree;
        std::size_t const most = options_.top == 0 ? heap_.dump.node_count() : options_.top;
        std::vector<Node> const nodes = in_order(heap_, siblings, most);
        std::size_t const shown = std::min(nodes.size(), most);
        trav::Amount rest;
        for (std::size_t i = shown; i != nodes.size(); ++i) rest += tree.retained(nodes[i]);
        if (shown != nodes.size()) open_.push_back({0, depth, rest, nodes.size() - shown});
        for (std::size_t i = shown; i-- != 0;) open_.push_back({nodes[i], depth, tree.retained(nodes[i])});
    }

    // ".sessions -> ", if its dominator refers to it.
    std::string field(Node n) const {
        auto const above = heap_.tree.idom(n);
        std::string found;
        if (!above || is_runtime(heap_.dump, *above)) return found;
        heap_.dump.for_each_edge(*above, [&](typename D::Edge const& edge) {
            if (edge.to != n || !found.empty() || !heap_.holds(edge)) return;
            found = trav::detail::joined("", trav::dump::DumpEdgeName<D>{heap_.dump, edge}.label()) + " -> ";
        });
        return found;
    }

    RetainedHeap<D> const& heap_;
    TreeOptions options_;
    TextLast rows_{{"retained", "%", "objects", "object"}};
    std::vector<Line> open_;
};

}  // namespace heapprof
