// expect: trav: policies are used by reference: give this one a name first
// lines: 30
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};

int main() {
    Obj root{};
    trav::TraverseHeap traversal(Heap{}, Count{});
    traversal.push_root(&root);
}
