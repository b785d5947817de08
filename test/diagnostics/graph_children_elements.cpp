// expect: trav: children(node) must return a range whose elements convert to the graph's node
// lines: 13
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }  // objects, not pointers to them
};
struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
