// expect: trav: here.returned and here.to_parent are for policies with 'using returned = ...'
// lines: 18
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Sum {
    void visit(auto&) {}
    void leave(auto& here) { here.to_parent += 1; }
};

int main() {
    Obj root{};
    Sum policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
