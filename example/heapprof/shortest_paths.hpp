// ShortestPaths: how the objects of a dump are reached, as selectors that --root takes.
//
// Along the edges that hold, from a global object or, where that is nearer, from a root. A step that has no
// name which leads there is written as the id of the object that it leads to, and a path of more than
// `longest` steps begins at the id of one on the way. Costs 4 bytes for each object.
#pragma once

#include <trav/dump/path.hpp>
#include <trav/dump/selector.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace heapprof {

/// The dump, and what answers whether an edge holds, must outlive it.
template <trav::dump::Dump D, class Holds>
class ShortestPaths {
    using Node = trav::dump::Node;

  public:
    /// `graph`: along the edges that hold.
    ShortestPaths(D const& dump, auto const& graph, Holds const& holds)
        : dump_(dump), holds_(holds), parents_{std::vector<Node>(dump.node_count())} {
        std::vector<Node> starts;
        if constexpr (has_globals) starts = dump.globals();
        for (Node const n : trav::dump::roots(dump)) starts.push_back(n);
        trav::traverse<trav::BreadthFirst>(graph, starts, parents_);
    }

    /// A selector of this object, which was reached.
    std::string to(Node n) const {
        trav::dump::Path steps;
        Node at = n;
        for (; parents_.of_node[at] != at && steps.size() != longest; at = parents_.of_node[at])
            steps.push_back(step(parents_.of_node[at], at));
        std::ranges::reverse(steps);
        std::string const id = trav::dump::id_text(dump_, at);
        if (parents_.of_node[at] == at) {
            trav::dump::Path named = steps;
            if (!has_globals || is_global(at)) named.insert(named.begin(), {root_name(at), false});
            if (leads(named, n)) return text(named);
        }
        if (steps.empty()) return '@' + id;
        steps.insert(steps.begin(), {id, true});
        return text(steps);
    }

  private:
    static constexpr std::size_t longest = 1000, longest_name = 60;
    static constexpr bool has_globals = requires(D const& dump) { dump.globals(); };

    struct Parents {
        static constexpr bool once = true;
        static constexpr bool wants_parent = true;
        std::vector<Node> of_node;  // a start is its own
        void visit(auto& here) { of_node[here.node] = here.parent; }
    };

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
        if constexpr (has_globals) {
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
    Parents parents_;
};

}  // namespace heapprof
