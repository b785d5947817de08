// expect: trav: a policy with leave() needs trav::DepthFirst; this strategy never returns to a node
// lines: 15
#include <trav/policy/fuse.hpp>
#include <trav/strategy/mark_stack.hpp>
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
struct Bytes {
    int n = 0;
    void leave(auto&) { ++n; }
};

int main() {
    Obj root{};
    Count count;
    Bytes bytes;
    auto policy = trav::fuse(count, bytes);
    trav::traverse<trav::MarkStack>(Heap{}, std::vector{&root}, policy);
}
