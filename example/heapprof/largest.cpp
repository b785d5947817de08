#include "largest.hpp"

#include <trav/dump/v8/devtools.hpp>
#include <trav/graph/sized.hpp>
#include <trav/profile/dominator.hpp>
#include <trav/report/text.hpp>
#include <trav/strategy/breadth_first.hpp>

namespace heapprof {

namespace {

using Node = std::uint32_t;
constexpr std::size_t longest_path = 4;

// Each node's predecessor on a shortest path from the root.
struct Parents {
    static constexpr bool once = true;
    static constexpr bool wants_parent = true;
    std::vector<Node> parents;
    void visit(auto& here) { parents[here.node] = here.parent; }
};

std::string step(trav::dump::V8Snapshot const& snapshot, Node from, Node to,
                 trav::DevToolsEdges const& follow) {
    if (from == snapshot.root) return std::string(snapshot.name(to));  // V8 numbers these edges
    std::string name;
    snapshot.for_each_edge(from, [&](trav::dump::V8Edge const& edge) {
        if (edge.to != to || !name.empty() || !follow(edge)) return;
        name = edge.named() ? snapshot.label(edge) : '[' + snapshot.label(edge) + ']';
    });
    return name;
}

}  // namespace

Largest largest(trav::dump::V8Snapshot const& snapshot, std::size_t n) {
    trav::DevToolsEdges const follow(snapshot);
    auto const heap = trav::sized(trav::dump::V8Graph(snapshot, follow), trav::DevToolsSizes(snapshot));
    std::vector<Node> const roots{snapshot.root};
    auto const tree = trav::dominators(heap, roots);
    Parents nearest{std::vector<Node>(snapshot.node_count())};
    trav::traverse<trav::BreadthFirst>(heap, roots, nearest);

    Largest result{tree.total().bytes, {}};
    for (Node const found : tree.largest(n + 1)) {  // one of them is the root, which holds everything
        if (found == snapshot.root || result.objects.size() == n) continue;
        std::string path;
        Node at = found;
        for (std::size_t steps = 0; at != snapshot.root && steps != longest_path; ++steps) {
            Node const parent = nearest.parents[at];
            path = step(snapshot, parent, at, follow) + (path.empty() ? "" : " > ") + path;
            at = parent;
        }
        if (at != snapshot.root) path = ".. > " + path;
        result.objects.push_back({class_name(snapshot, found),
                                  snapshot.node_id[found],
                                  {heap.size(found), 1},
                                  tree.retained(found),
                                  std::move(path)});
    }
    return result;
}

std::string largest_text(Largest const& largest) {
    trav::TextTable text({"largest", "own", "retained", "%", "objects"});
    for (LargeObject const& object : largest.objects) {
        text.row({object.type + " @" + std::to_string(object.id), trav::humanised(object.own.bytes),
                  trav::humanised(object.retained.bytes), trav::percent(object.retained.bytes, largest.total),
                  trav::grouped(object.retained.objects)});
        text.row({"  " + object.path, "", "", "", ""});
    }
    return text.str() + "(retained: freed if the object were gone; counted as Chrome's DevTools does)\n";
}

nlohmann::ordered_json largest_json(Largest const& largest) {
    auto result = nlohmann::ordered_json::array();
    for (LargeObject const& object : largest.objects) {
        result.push_back({{"type", object.type},
                          {"id", object.id},
                          {"own", object.own.bytes},
                          {"retained", object.retained.bytes},
                          {"objects", object.retained.objects},
                          {"path", object.path}});
    }
    return result;
}

}  // namespace heapprof
