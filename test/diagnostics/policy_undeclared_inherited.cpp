// expect: trav: here.inherited and here.to_children are for policies with 'using inherited = ...'
// lines: 20
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Depth {
    void visit(auto& here) { here.to_children = 1; }
};

int main() {
    Obj root{};
    Depth policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
