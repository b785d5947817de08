// expect: trav: policies are used by reference: give this one a name first
// lines: 27
#include <trav/engine.hpp>

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

int main() {
    Obj root{};
    auto traversal = trav::traversal<trav::MarkStack>(Heap{}, Count{});
    traversal.push_root(&root);
}
