// expect: trav: the policy has neither visit() nor leave(); is one misspelt?
// lines: 39
#include <trav/policy/fuse.hpp>
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
    void vist(auto&) { ++n; }
};

int main() {
    Obj root{};
    Count count;
    Bytes bytes;
    auto policy = trav::fuse(count, bytes);
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
