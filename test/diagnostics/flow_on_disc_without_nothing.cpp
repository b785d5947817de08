// expect: trav: solve_on_disc needs a flow with 'static constexpr value nothing = ...'
#include <trav/flow/solve_on_disc.hpp>

struct Masks {
    using value = unsigned char;
    value join(value a, value b) { return a | b; }
};

int main() {
    trav::MappedCsr<> const graph("heap.csr");
    trav::RowBlocks rows(graph);
    Masks masks;
    auto const found = trav::solve_on_disc(rows, {{0, Masks::value{1}}}, masks);
}
