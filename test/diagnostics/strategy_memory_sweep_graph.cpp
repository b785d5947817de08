// expect: trav: MemorySweep needs a graph with 'node_at(index)' or 'memory_order()'
// lines: 20
#include <trav/strategy/memory_sweep.hpp>
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
    static constexpr bool once = true;
    int n = 0;
    void visit(auto&) { ++n; }
};

int main() {
    Obj root;
    Count count;
    trav::traverse<trav::MemorySweep>(Heap{}, {&root}, count);
}
