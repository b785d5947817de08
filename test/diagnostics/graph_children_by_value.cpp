// expect: trav: children(node) returns a container by value, which is gone before its elements are visited
// lines: 13
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto children(node n) const { return n->fields; }  // a copy
};

int main() {
    Obj root{};
    trav::traverse(Heap{}, std::vector{&root}, [](auto&) {});
}
