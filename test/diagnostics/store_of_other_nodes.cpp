// expect: trav: the store does not keep this policy's node_data for this graph's nodes
// lines: 15
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
    Count policy;
    trav::Hashed<int> store;
    trav::traverse(Heap{}, std::vector{&root}, policy, store);
}
