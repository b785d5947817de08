// The editor's objects with Boost.Graph: a graph whose edges are listed on demand.
#include "nodes.hpp"

#include <boost/graph/depth_first_search.hpp>
#include <boost/property_map/property_map.hpp>

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

// [adapt]
struct Heap {
    using vertex_descriptor = Node;
    using edge_descriptor = std::pair<Node, Node>;
    using out_edge_iterator = std::vector<edge_descriptor>::const_iterator;
    using degree_size_type = std::size_t;
    using directed_category = boost::directed_tag;
    using edge_parallel_category = boost::allow_parallel_edge_tag;
    using traversal_category = boost::incidence_graph_tag;
    static Node null_vertex() { return {}; }

    mutable std::map<Node, std::vector<edge_descriptor>> edges{};  // of the nodes visited so far
};
std::pair<Heap::out_edge_iterator, Heap::out_edge_iterator> out_edges(Node const& node, Heap const& heap) {
    auto const [at, is_new] = heap.edges.try_emplace(node);
    auto& edges = at->second;
    if (is_new)
        for (Node const& child : facts(node).children) edges.emplace_back(node, child);
    return {edges.begin(), edges.end()};
}
std::size_t out_degree(Node const& node, Heap const&) { return facts(node).children.size(); }
Node source(Heap::edge_descriptor const& edge, Heap const&) { return edge.first; }
Node target(Heap::edge_descriptor const& edge, Heap const&) { return edge.second; }
// [adapt]

// [ask]
struct Count : boost::default_dfs_visitor {
    Answer* answer;
    bool freed;
    Count(Answer* to, bool only_history) : answer(to), freed(only_history) {}
    void discover_vertex(Node const& node, Heap const&) const { count(*answer, node, freed); }
};
// [ask]

int main() {
    Editor const editor = make_editor();
    Answer answer;
    // [ask]
    std::map<Node, boost::default_color_type> colours;
    boost::associative_property_map colour(colours);
    Heap const heap;
    boost::depth_first_visit(heap, Node{&editor.document}, Count{&answer, false}, colour);
    boost::depth_first_visit(heap, Node{&editor.history}, Count{&answer, true}, colour);  // the rest
    // [ask]
    return print(answer);
}
