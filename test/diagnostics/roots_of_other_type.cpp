// expect: trav: these roots do not convert to the graph's nodes; if they point to const, so should the
//     graph's 'node'
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

int main() {
    Obj root{};
    trav::traverse(Heap{}, std::vector{1}, [](auto&) {});
}
