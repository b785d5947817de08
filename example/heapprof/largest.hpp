// The objects with the largest retained sizes, counted as the dump says (see trav/dump/retention.hpp).
#pragma once

#include <trav/dump/dump_graph.hpp>
#include <trav/dump/retention.hpp>
#include <trav/graph/sized.hpp>
#include <trav/profile/amount.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/report/json.hpp>
#include <trav/strategy/breadth_first.hpp>
#include <trav/traverse_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

/// One of them.
struct LargeObject {
    std::string type;
    nlohmann::ordered_json id;  ///< a number or a text
    trav::Amount own, retained;
    std::string path;  ///< a shortest one from a root: its last steps
};

/// The objects of one dump.
struct Largest {
    std::uint64_t total = 0;  ///< bytes reached in all
    std::string note;         ///< how they were counted, if that is special
    std::vector<LargeObject> objects;
};

/// Shortest paths from the roots of a dump, as text.
template <trav::dump::Dump D, class Holds>
class ShortestPaths {
    using Node = trav::dump::Node;

  public:
    ShortestPaths(D const& dump, auto const& graph, std::vector<Node> const& roots, Holds const& holds)
        : dump_(dump), holds_(holds), parents_{std::vector<Node>(dump.node_count())} {
        dump.for_each_root([&](Node n, auto const& name) { roots_.try_emplace(n, name); });
        trav::traverse<trav::BreadthFirst>(graph, roots, parents_);
    }

    /// The last steps to an object that was reached. A root that stands for the runtime is not named.
    std::string to(Node n) const {
        std::string path;
        std::size_t steps = 0;
        auto const put = [&](std::string const& step) { path = step + (path.empty() ? "" : " > ") + path; };
        for (; parents_.of_node[n] != n && steps != longest; n = parents_.of_node[n], ++steps)
            put(step(parents_.of_node[n], n));
        if (parents_.of_node[n] != n) put("..");
        else if (!is_runtime(dump_, n)) put(steps == longest ? ".." : roots_.at(n));
        return path;
    }

  private:
    static constexpr std::size_t longest = 4;

    struct Parents {
        static constexpr bool once = true;
        static constexpr bool wants_parent = true;
        std::vector<Node> of_node;  // a root is its own
        void visit(auto& here) { of_node[here.node] = here.parent; }
    };

    std::string step(Node from, Node to) const {
        std::string text;
        dump_.for_each_edge(from, [&](typename D::Edge const& edge) {
            using enum trav::dump::EdgeKind;
            if (edge.to != to || !text.empty() || !holds_(edge)) return;
            auto const kind = trav::dump::kind(dump_, edge);
            text = name(dump_, edge);
            if (text.empty()) text = type_name(dump_, to);
            else if (kind == element || kind == unnamed) text = '[' + text + ']';
        });
        return text;
    }

    D const& dump_;
    Holds const& holds_;
    std::unordered_map<Node, std::string> roots_;
    Parents parents_;
};

/// The `n` objects that retain most. O(nodes + edges).
template <trav::dump::Dump D>
Largest largest(D const& dump, std::size_t n) {
    using trav::dump::Node;
    auto const retention = trav::dump::retention(dump);
    auto const holds = [&](typename D::Edge const& edge) { return retention.holds(edge); };
    auto const heap = trav::sized(trav::dump::DumpGraph(dump, holds),
                                  [&](Node each) { return static_cast<std::size_t>(retention.size(each)); });
    std::vector<Node> const roots = trav::dump::roots(dump);
    auto const tree = trav::dominators(heap, roots);
    ShortestPaths const paths(dump, heap, roots, holds);

    Largest result{tree.total().bytes, std::string(retention.note), {}};
    auto const runtime = static_cast<std::size_t>(
        std::ranges::count_if(roots, [&](Node each) { return is_runtime(dump, each); }));
    for (Node const found : tree.largest(n + runtime)) {
        if (is_runtime(dump, found) || result.objects.size() == n) continue;
        result.objects.push_back({type_name(dump, found),
                                  id(dump, found),
                                  {heap.size(found), 1},
                                  tree.retained(found),
                                  paths.to(found)});
    }
    return result;
}

/// The same as a table, and as JSON.
std::string largest_text(Largest const& largest);
nlohmann::ordered_json largest_json(Largest const& largest);

}  // namespace heapprof
