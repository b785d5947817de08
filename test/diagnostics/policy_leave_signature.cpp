// expect: trav: the policy has a leave(), but it cannot be called with trav::here; write 'void leave(auto&
//     here)'
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
    void leave(Obj*) { --n; }
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
