// expect: trav: the sources have other nodes than the graph, or other values than the flow
// lines: 15
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
    auto const found = trav::solve(heap, std::vector{trav::Source<Obj*, Obj*>{&root, &root}}, masks);
}
