// expect: trav: graph<Node>(f): f(node) must return a range whose elements convert to Node
// lines: 14
#include <trav/graph/from.hpp>

#include <vector>

struct Obj {
    std::vector<Obj> fields;
};

int main() {
    auto heap =
        trav::graph<Obj*>([](Obj* o) -> auto const& { return o->fields; });  // objects, not pointers to them
}
