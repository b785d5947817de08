// expect: trav: the policy has neither visit() nor leave(); is one misspelt?
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
struct Count {
    int n = 0;
    void vist(auto&) { ++n; }
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse(Heap{}, std::vector{&root}, policy);
}
