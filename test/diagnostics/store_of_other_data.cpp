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
struct Arrivals {
    using node_data = std::vector<int>;
    void visit(auto& here) { here.data.push_back(1); }
};

int main() {
    Obj root{};
    Arrivals policy;
    trav::Hashed<Obj*, int> store;
    trav::traverse(Heap{}, std::vector{&root}, policy, store);
}
