// expect: trav: this is no strategy; use trav::DepthFirst, MarkStack, BreadthFirst or Prefetch<N>
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
struct Sideways {};

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Sideways>(Heap{}, std::vector{&root}, policy);
}
