// expect: trav: a policy with leave() needs trav::DepthFirst; this strategy never returns to a node
// lines: 15
#include <trav/strategy/breadth_first.hpp>
#include <trav/strategy/counted.hpp>
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Depth {
    void leave(auto&) {}
};

int main() {
    Obj root{};
    Depth policy;
    trav::traverse<trav::Counted<trav::BreadthFirst>>(Heap{}, std::vector{&root}, policy);
}
