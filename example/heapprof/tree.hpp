// The dominator tree of a dump as lines: below each object those that retain most of what it retains.
#pragma once

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
        if (tops.empty()) {
            auto const all = heap_.tree.top();
            below(std::vector<Node>(all.begin(), all.end()), 0);
        } else {
            below(tops, 0);
        }
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
            auto const children = heap_.tree.children(line.node);
            below(std::vector<Node>(children.begin(), children.end()), line.depth + 1);
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

    void below(std::vector<Node> nodes, std::size_t depth) {
        auto const& tree = heap_.tree;
        for (std::size_t i = 0; i != nodes.size();) {  // what stands for the runtime has no line
            if (!is_runtime(heap_.dump, nodes[i])) {
                ++i;
                continue;
            }
            auto const children = tree.children(nodes[i]);
            nodes[i] = nodes.back();
            nodes.pop_back();
            nodes.insert(nodes.end(), children.begin(), children.end());
        }
        std::size_t const shown = options_.top == 0 ? nodes.size() : std::min(nodes.size(), options_.top);
        auto const more = [&](Node a, Node b) {
            auto const of_a = tree.retained(a).bytes, of_b = tree.retained(b).bytes;
            return of_a != of_b ? of_a > of_b : a < b;
        };
        auto const end = nodes.begin() + static_cast<std::ptrdiff_t>(shown);
        std::partial_sort(nodes.begin(), end, nodes.end(), more);
        trav::Amount rest;
        for (auto at = end; at != nodes.end(); ++at) rest += tree.retained(*at);
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
