// expect: trav: graph<Node>(f) needs a const callable f(node), which returns the children, or f(node, sink)
// lines: 14
#include <trav/graph/from.hpp>

#include <span>

struct Obj {
    Obj* left;
};

int main() {
    auto heap = trav::graph<Obj*>([](Obj& o) { return std::span(&o.left, 1); });
}
