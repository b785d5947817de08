// expect: trav: a flow needs 'value join(value, value)', which may not be const unless the flow is
// lines: 18
#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/row_blocks.hpp>

#include <vector>

struct Masks {
    using value = unsigned char;
    static constexpr value nothing = 0;
    value joined(value a, value b) { return a | b; }
};

int main() {
    trav::MappedCsr<> const graph("heap.csr");
    trav::RowBlocks rows(graph);
    Masks masks;
    std::vector<trav::Source<unsigned, Masks::value>> const sources{{0, 1}};
    auto const found = trav::solve(trav::StreamedGraph(rows), sources, masks);
}
