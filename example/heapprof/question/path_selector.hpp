// PathSelector: how the objects of a dump are reached, as selectors that --root takes.
//
// A path begins at a global object or, where that is nearer, at a root. A step that has no name which leads
// there is written as the id of the object that it leads to, and a path of more than `longest` steps begins
// at the id of one on the way.
#pragma once

#include "starts.hpp"

#include <trav/dump/path.hpp>
#include <trav/dump/selector.hpp>
#include <trav/path/shortest_paths.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace heapprof {

/// The dump, and what answers whether an edge holds, must outlive it.
template <trav::dump::Dump D, class Holds>
class PathSelector {
    using Node = trav::dump::Node;

  public:
    PathSelector(D const& dump, Holds const& holds) : dump_(dump), holds_(holds) {}

    /// A selector of the last of these objects, each of which leads to the next; the first one is a start.
    std::string operator()(std::span<Node const> nodes) const {
        Node const n = nodes.back();
        bool const whole = nodes.size() <= longest;
        if (!whole) nodes = nodes.last(longest);
        trav::dump::Path steps;
        for (std::size_t i = 1; i < nodes.size(); ++i) steps.push_back(step(nodes[i - 1], nodes[i]));
        if (whole) {
            trav::dump::Path named = steps;
            if (!has_globals(dump_) || is_global(nodes[0]))
                named.insert(named.begin(), {root_name(nodes[0])});
            if (leads(named, n)) return text(named);
        }
        std::string const id = trav::dump::id_text(dump_, nodes[0]);
        if (steps.empty()) return '@' + id;
        steps.insert(steps.begin(), {id, true});
        return text(steps);
    }

  private:
    static constexpr std::size_t longest = 1001, longest_name = 200;

    trav::dump::Step step(Node from, Node to) const {
        trav::dump::Step by_name;
        dump_.for_each_edge(from, [&](typename D::Edge const& edge) {
            if (edge.to != to || !by_name.name.empty() || !holds_(edge)) return;
            std::string const called(name(dump_, edge));
            if (called.size() > longest_name || !trav::dump::can_be_written(called)) return;
            if (follow(dump_, from, {called}) == to) by_name.name = called;
        });
        return by_name.name.empty() ? trav::dump::Step{trav::dump::id_text(dump_, to), true} : by_name;
    }

    /// Whether the object, a root, is also a global variable of the root's name.
    bool is_global(Node root) const {
        if constexpr (requires { dump_.globals(); }) {
            for (Node const global : dump_.globals())
                if (follow(dump_, global, {root_name(root)}) == root) return true;
        }
        return false;
    }
    std::string root_name(Node root) const {
        std::string found;
        dump_.for_each_root([&](Node n, auto const& name) {
            if (n == root) found = name;
        });
        return found;
    }

    // Whether a selector with these steps selects the object and nothing else.
    bool leads(trav::dump::Path const& steps, Node n) const {
        if (steps.empty() || !std::ranges::all_of(steps, [](auto const& each) {
                return trav::dump::can_be_written(each.name);
            }))
            return false;
        try {
            return trav::dump::Selector(text(steps)).find(dump_) == std::vector{n};
        } catch (trav::dump::Error const&) { return false; }
    }

    D const& dump_;
    Holds const& holds_;
};

/// The shortest paths along a graph of a dump, as such selectors. The graph must outlive them as well.
template <trav::dump::Dump D, class G, class Holds>
class ShortestSelectors {
  public:
    ShortestSelectors(D const& dump, G const& graph, Holds const& holds)
        : dump_(dump), paths_(graph, path_starts(dump)), selector_(dump, holds) {}
    /// A selector of this object: the id of garbage, which is reached from nowhere.
    std::string to(trav::dump::Node n) const {
        auto const nodes = paths_.nodes_to(n);
        return nodes.empty() ? '@' + trav::dump::id_text(dump_, n) : selector_(nodes);
    }

  private:
    D const& dump_;
    trav::ShortestPaths<G> paths_;
    PathSelector<D, Holds> selector_;
};

}  // namespace heapprof
