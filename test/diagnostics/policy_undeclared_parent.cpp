// expect: trav: here.parent is for policies with 'static constexpr bool wants_parent = true;'
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
struct Loops {
    int n = 0;
    void visit(auto& here) { n += here.parent == here.node; }
};

int main() {
    Obj root{};
    Loops policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
