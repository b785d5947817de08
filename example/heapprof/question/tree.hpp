// The dominator tree of a dump as lines: below each object those that retain most of what it retains.
#pragma once

#include "dominated.hpp"
#include "object_text.hpp"
#include "retained_heap.hpp"

#include <trav/profile/amount.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace heapprof {

/// How much of it is asked for.
struct TreeOptions {
    std::size_t depth = 3, top = 10;  ///< levels, and objects below one; 0: all
};

/// A dominator tree, each object before those that it dominates.
struct TreeAnswer {
    struct Line {
        std::size_t depth;
        trav::Amount retained;
        std::string field;  ///< of the object that dominates it: ".sessions"; nothing: there is none
        ObjectName object;
        std::size_t more = 0;  ///< or, instead of an object, so many others
    };
    trav::Amount total;
    std::vector<Line> lines;
};

/// Takes the tree of one heap.
template <trav::dump::Dump D>
class TreeLines {
    using Node = trav::dump::Node;

  public:
    /// The heap must outlive it.
    TreeLines(RetainedHeap<D> const& heap, TreeOptions const& options) : heap_(heap), options_(options) {}

    /// The tree below each of `tops`; all of it if there are none.
    TreeAnswer answer(std::vector<Node> const& tops) {
        TreeAnswer found{heap_.tree.total(), {}};
        if (tops.empty()) below(heap_.tree.top(), 0);
        else below(tops, 0);
        while (!open_.empty()) {
            Open const line = open_.back();
            open_.pop_back();
            if (line.more != 0) {
                found.lines.push_back({line.depth, line.amount, "", {}, line.more});
                continue;
            }
            found.lines.push_back(
                {line.depth, line.amount, field_of(heap_, line.node), object_name(heap_.dump, line.node)});
            if (options_.depth != 0 && line.depth + 1 == options_.depth) continue;
            below(heap_.tree.children(line.node), line.depth + 1);
        }
        return found;
    }

  private:
    struct Open {
        Node node;
        std::size_t depth;
        trav::Amount amount;
        std::size_t more = 0;  // this many others, instead of the node
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

    RetainedHeap<D> const& heap_;
    TreeOptions options_;
    std::vector<Open> open_;
};

/// The tree as lines of text, and as JSON.
std::string tree_text(TreeAnswer const& answer);
nlohmann::ordered_json tree_json(TreeAnswer const& answer);

}  // namespace heapprof
