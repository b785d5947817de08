// expect: trav: the policy declares 'returned', but has no leave() to hand it to the parent
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
struct Bytes {
    using returned = int;
    void visit(auto& here) { here.returned = 1; }
};

int main() {
    Obj root{};
    Bytes policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
