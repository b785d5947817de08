// expect: the_policy_declares_no_node_data
// lines: 14
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
    void visit(auto& here) { here.data.visits = 1; }
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
