// expect: trav: a graph's node must be a regular type: use a pointer or an index
// lines: 13
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    struct node {
        Obj* where;
    };  // no operator==
    auto children(node n) const { return std::vector<node>(n.where->fields.size()); }
};
struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse(Heap{}, std::vector{Heap::node{&root}}, policy);
}
