// expect: trav: bgl(g) needs out_edges(v, g) and target(e, g), or adjacent_vertices(v, g)
// lines: 20
#include <trav/graph/bgl.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

struct Net {};
template <>
struct boost::graph_traits<Net> {
    using vertex_descriptor = int;
};

int main() {
    Net net;
    trav::traverse(trav::bgl(net), std::vector{0}, [](auto&) {});
}
