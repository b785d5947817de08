// trav/path/path_tree.hpp: path_tree(heap, roots, nodes): the shortest paths to many objects, merged.
//
//     trav::print(std::cout, trav::path_tree(heap, trav::roots(server), stale_sessions), {.top = 3});
//
//     path                                bytes       %  objects
//     Server                           9.83 KiB  100.0%       90
//       .rooms[] -> Room               7.46 KiB   75.9%       67
//         .guests[] -> Session         7.46 KiB   75.9%       67
//       .log.last -> Session           2.37 KiB   24.1%       23
//         .previous -> Session ...     2.27 KiB   23.1%       22
//
// Steps with the same names share a line, without the indices of elements. Each line shows the amount of the
// objects in `nodes` that it leads to, each counted once. Steps that repeat the previous step, as in a linked
// list, share one line with "...".
//
// Takes one breadth-first pass, and one more read of the edges of the objects on the paths: O(objects +
// references), for paths of any length.
#pragma once

#include "../profile/amount.hpp"
#include "../profile/sort.hpp"
#include "../report/table.hpp"
#include "../text/joined.hpp"
#include "shortest_paths.hpp"

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace trav {

/// The merged paths to some objects.
struct PathTree {
    /// A step shared by several paths.
    struct Line {
        std::string text;       ///< `.bag[] -> Item`; for a root, its label
        std::size_t depth = 0;  ///< number of steps before this one
        Amount amount{};        ///< of the objects that the step leads to
        bool repeated = false;  ///< the step is taken several times in a row
    };
    std::vector<Line> lines;  ///< a line precedes the lines of the steps after it; largest first
    Amount unreached{};       ///< of the objects that no root reaches
    bool sized = false;       ///< whether bytes are known

    auto begin() const { return lines.begin(); }
    auto end() const { return lines.end(); }
};

namespace detail {

/// Builds the tree along the paths to the wanted objects.
template <class G>
class PathMerger {
    using N = node_t<G>;

  public:
    PathMerger(G const& graph, ShortestPaths<G> const& paths) : graph_(graph), paths_(paths) {}

    PathTree merged(auto const& nodes) {
        auto const list = paths_.list();
        below_.resize(list.size() + 1);
        lines_of_.resize(list.size() + 1);
        PathTree tree;
        tree.sized = HeapGraph<G>;
        auto seen = make_store<DefaultStore<G, ListNearest<N>>>(graph_);
        begin_pass(seen, graph_);
        std::vector<N> missing;
        for (auto const& handle : nodes) {
            N const n = resolve(graph_, static_cast<N>(handle));
            if (null(graph_, n) || !seen.touch(n).fresh) continue;
            std::size_t const number = paths_.number(n);
            if (number != 0) below_[number] = amount_of(n);
            else missing.push_back(n);
        }
        std::vector<Amount> const own = below_;
        for (N const& n : find_parts(std::move(missing))) tree.unreached += amount_of(n);
        for (std::size_t i = list.size(); i != 0; --i) below_[list[i - 1].from] += below_[i];
        auto part = parts_.begin();
        for (std::size_t i = 1; i <= list.size(); ++i) {
            if (below_[i].objects == 0) continue;
            if (list[i - 1].from == 0) lines_of_[i] = line(0, node_name(graph_, list[i - 1].node));
            lines_[lines_of_[i]].amount += own[i];
            for (; part != parts_.end() && part->of == i; ++part)
                lines_[line(lines_of_[i], part->text)].amount += part->amount;
            if (below_[i].objects != own[i].objects) name_children(i);
        }
        for (std::size_t i = lines_.size() - 1; i != 0; --i) lines_[parents_[i]].amount += lines_[i].amount;
        arrange(tree);
        return tree;
    }

  private:
    struct Part {
        std::size_t of;  // number of the object
        std::string text;
        Amount amount;
    };

    /// Looks for nodes that are by-value parts of objects, and returns the others.
    std::vector<N> find_parts(std::vector<N> nodes) {
        if constexpr (HasParts<G>) {
            auto wanted = make_store<DefaultStore<G, ListNearest<N>>>(graph_);
            for (N const& n : nodes) wanted.touch(n).data() = 1;
            for (std::size_t i = 1; !nodes.empty() && i <= paths_.list().size(); ++i)
                graph_.parts(paths_.list()[i - 1].node, [&](auto const& edge) {
                    auto* const left = wanted.find(edge.to);
                    if (!left || *left == 0) return;
                    *left = 0;
                    parts_.push_back({i, step(edge, edge.to), amount_of(edge.to)});
                    below_[i] += parts_.back().amount;
                });
            std::erase_if(nodes, [&](N const& n) { return *wanted.find(n) == 0; });
        }
        return nodes;
    }
    std::string step(auto const& edge, N const& to) const {
        return joined({}, edge.pattern()) + " -> " + node_name(graph_, to);
    }
    Amount amount_of(N const& n) const {
        if constexpr (HeapGraph<G>) return {graph_.size(n), 1};
        else return {0, 1};
    }
    /// The line with this text below the line `after`; 0 stands above all roots.
    std::size_t line(std::size_t after, std::string text) {
        if (after != 0 && lines_[after].text == text) {
            lines_[after].repeated = true;
            return after;
        }
        auto const [at, is_new] = numbers_.try_emplace({after, text}, lines_.size());
        if (is_new) {
            lines_.push_back({std::move(text), lines_[after].depth + 1});
            parents_.push_back(after);
        }
        return at->second;
    }
    void name_children(std::size_t i) {
        each_edge(graph_, paths_.list()[i - 1].node, [&](N const& child, auto const& edge) {
            std::size_t const number = paths_.number(child);
            if (number == 0 || below_[number].objects == 0 || lines_of_[number] != 0 ||
                paths_.list()[number - 1].from != i)
                return;
            lines_of_[number] = line(lines_of_[i], step(edge, child));
        });
    }
    void arrange(PathTree& tree) {
        auto const order = sorted(lines_.size(), [&](std::size_t a, std::size_t b) {
            PathTree::Line const &x = lines_[a], &y = lines_[b];
            if (x.amount.bytes != y.amount.bytes) return x.amount.bytes < y.amount.bytes;
            if (x.amount.objects != y.amount.objects) return x.amount.objects < y.amount.objects;
            return x.text > y.text;
        });
        std::vector<std::vector<std::size_t>> children(lines_.size());  // smallest first
        for (std::size_t const i : order)
            if (i != 0) children[parents_[i]].push_back(i);
        std::vector<std::size_t> open = std::move(children[0]);
        while (!open.empty()) {
            std::size_t const i = open.back();
            open.pop_back();
            --lines_[i].depth;
            tree.lines.push_back(std::move(lines_[i]));
            open.insert(open.end(), children[i].begin(), children[i].end());
        }
    }

    G const& graph_;
    ShortestPaths<G> const& paths_;
    std::vector<Amount> below_;          // wanted objects on the paths through an object, by its number
    std::vector<std::size_t> lines_of_;  // by number of the object; 0: none yet
    std::vector<Part> parts_;
    std::vector<PathTree::Line> lines_{1};
    std::vector<std::size_t> parents_{0};
    std::map<std::pair<std::size_t, std::string>, std::size_t> numbers_;
};

}  // namespace detail

/// The shortest paths from `roots` to `nodes` (both are ranges of nodes), merged.
template <Graph G, class Roots = detail::Braced<G>, class Nodes = detail::Braced<G>>
PathTree path_tree(G const& graph, Roots const& roots, Nodes const& nodes) {
    ShortestPaths<G> const paths(graph, roots);
    return detail::PathMerger<G>(graph, paths).merged(nodes);
}

/// The tree as text: at most options.top lines below each step (0: all), and options.depth steps.
template <class = void>
std::string text(PathTree const& tree, TextOptions const& options = {}) {
    Amount total = tree.unreached;
    for (auto const& line : tree)
        if (line.depth == 0) total += line.amount;
    auto const cells = [&](std::string first, Amount const& amount) {
        std::vector<std::string> row{std::move(first)};
        if (tree.sized) {
            row.push_back(humanised(amount.bytes));
            row.push_back(percent(amount.bytes, total.bytes));
        }
        row.push_back(grouped(amount.objects));
        return row;
    };
    TextTable table(tree.sized ? std::vector<std::string>{"path", "bytes", "%", "objects"}
                               : std::vector<std::string>{"path", "objects"});
    struct Rest {
        std::size_t shown = 0, lines = 0;
        Amount amount{};
    };
    std::vector<Rest> rests;  // by depth
    auto const close = [&](std::size_t depth) {
        for (; rests.size() > depth; rests.pop_back())
            if (auto const& rest = rests.back(); rest.lines != 0)
                table.row(
                    cells(std::string(2 * (rests.size() - 1), ' ') + "... " + grouped(rest.lines) + " more",
                          rest.amount));
    };
    for (std::size_t i = 0; i != tree.lines.size(); ++i) {
        auto const& line = tree.lines[i];
        close(line.depth + 1);
        if (line.depth >= options.depth) continue;
        rests.resize(line.depth + 1);
        Rest& rest = rests.back();
        if (options.top == 0 || rest.shown != options.top) {
            ++rest.shown;
            table.row(cells(std::string(2 * line.depth, ' ') + line.text + (line.repeated ? " ..." : ""),
                            line.amount));
            continue;
        }
        ++rest.lines;
        rest.amount += line.amount;
        while (i + 1 != tree.lines.size() && tree.lines[i + 1].depth > line.depth) ++i;  // its descendants
    }
    close(0);
    if (tree.unreached.objects != 0) table.row(cells("(not reached)", tree.unreached));
    return table.fitting(options.columns);
}
/// Writes the tree as text.
template <class Out = std::ostream>
void print(std::type_identity_t<Out>& out, PathTree const& tree, TextOptions const& options = {}) {
    out << text(tree, options);
}

}  // namespace trav
