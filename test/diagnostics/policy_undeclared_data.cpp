// expect: trav: here.data is for policies with 'using node_data = ...'
// lines: 19
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
    void visit(auto& here) { ++here.data; }
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
