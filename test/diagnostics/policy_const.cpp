// expect: trav: the policy is const, and its visit() or leave() is not
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
    Count const policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
