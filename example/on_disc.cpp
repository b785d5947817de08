// A flow over a graph in a file: doc/several-machines.md.
#include <trav/flow/streamed_graph.hpp>
#include <trav/graph/row_blocks.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

struct Masks {
    using value = std::uint8_t;  // up to eight roots
    static constexpr value nothing = 0;
    value join(value a, value b) const { return a | b; }
};

int main() {
    std::string const file = "on_disc.csr";
    std::vector<std::uint32_t> const offsets{0, 1, 2, 2}, targets{2, 2};  // 0 -> 2, 1 -> 2
    trav::write_csr(file, trav::Csr<>(offsets, targets));

    trav::MappedCsr<> const graph(file, trav::Trust::arrays);
    trav::RowBlocks rows(graph);
    Masks masks;
    trav::StreamedGraph const heap(rows);
    std::cout << heap.bytes<Masks>() << " bytes, besides the rows in the file\n";
    auto const found = trav::solve(heap, {{0, Masks::value{1}}, {1, Masks::value{2}}}, masks);
    std::cout << int{*found.find(2)} << " reaches 2, in " << found.passes() << " pass\n";
    return *found.find(2) == 3 ? 0 : 1;
}
