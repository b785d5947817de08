// expect: trav: a flow needs 'value join(value, value)', which may not be const unless the flow is
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
    int joined(int a, int b) { return a | b; }
};

int main() {
    Obj root{};
    Masks masks;
    Heap const heap;
    auto const found = trav::solve(heap, std::vector{trav::Source<Obj*, int>{&root, 1}}, masks);
}
