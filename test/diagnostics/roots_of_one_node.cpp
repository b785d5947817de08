// expect: trav: roots are a range of nodes; for one root write '{root}'
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
    trav::traverse(Heap{}, &root, [](auto&) {});
}
