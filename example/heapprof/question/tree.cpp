#include "tree.hpp"

#include "dominated.hpp"

#include <algorithm>

namespace heapprof {

namespace {

// Builds the lines of one heap's tree.
class TreeLines {

  public:
    TreeLines(RetainedHeap const& heap, TreeOptions const& options) : heap_(heap), options_(options) {}

    TreeAnswer answer(std::vector<Node> const& tops) {
        TreeAnswer found{heap_.total, {}};
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
            if (line.depth + 1 == options_.depth) continue;  // 0: no limit
            below(heap_.tree.children(line.node), line.depth + 1);
        }
        return found;
    }

  private:
    struct Open {
        Node node;
        std::size_t depth;
        trav::Amount amount;
        std::size_t more = 0;  // omitted siblings; if not 0, `node` is unused
    };

    void below(auto const& siblings, std::size_t depth) {
        auto const& tree = heap_.tree;
        std::size_t const most = options_.top == 0 ? heap_.dump.node_count() : options_.top;
        std::vector<Node> const nodes = in_order(heap_, {siblings.begin(), siblings.end()}, most);
        std::size_t const shown = std::min(nodes.size(), most);
        trav::Amount rest;
        for (std::size_t i = shown; i != nodes.size(); ++i) rest += tree.retained(nodes[i]);
        if (shown != nodes.size()) open_.push_back({0, depth, rest, nodes.size() - shown});
        for (std::size_t i = shown; i-- != 0;) open_.push_back({nodes[i], depth, tree.retained(nodes[i])});
    }

    RetainedHeap const& heap_;
    TreeOptions options_;
    std::vector<Open> open_;
};

}  // namespace

TreeAnswer tree_lines(RetainedHeap const& heap, TreeOptions const& options, std::vector<Node> const& tops) {
    return TreeLines(heap, options).answer(tops);
}

}  // namespace heapprof
