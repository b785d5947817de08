// expect: trav: the sources of a flow are a range of {node, value}; see trav::Source
// lines: 12, g++ 12: 10
#include <trav/flow/solve.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Masks {
    using value = int;
    int join(int a, int b) { return a | b; }
};

int main() {
    Obj root{};
    Masks masks;
    Heap const heap;
    auto const found = trav::solve(heap, std::vector{&root}, masks);
}
