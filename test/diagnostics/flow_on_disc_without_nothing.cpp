// expect: trav: a flow over a file needs 'static constexpr value nothing = ...'
// lines: 17
#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/row_blocks.hpp>

struct Masks {
    using value = unsigned char;
    value join(value a, value b) { return a | b; }
};

int main() {
    trav::MappedCsr<> const graph("heap.csr");
    trav::RowBlocks rows(graph);
    Masks masks;
    auto const found = trav::solve(trav::StreamedGraph(rows), {{0, Masks::value{1}}}, masks);
}
