// expect: trav: Prefetch<N> needs a power of two
// lines: 20
#include <trav/strategy/prefetch.hpp>
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

int main() {
    Obj root{};
    Count policy;
    trav::traverse<trav::Prefetch<3>>(Heap{}, std::vector{&root}, policy);
}
