// expect: trav: graph<Node>(f): f(node) returns a range that dies with the call; return a reference
// lines: 14
#include <trav/graph/from.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};

int main() {
    Obj root{};
    auto heap = trav::graph<Obj*>([](Obj* o) { return o->fields; });  // a copy
}
