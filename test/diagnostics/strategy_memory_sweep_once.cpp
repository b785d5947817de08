// expect: trav: MemorySweep is for policies with 'once', without inherited or parent
// lines: 20
#include <trav/graph/csr.hpp>
#include <trav/strategy/memory_sweep.hpp>
#include <trav/traverse_heap.hpp>

struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};

int main() {
    Count count;
    trav::Csr<unsigned> const graph({}, {});
    trav::traverse<trav::MemorySweep>(graph, {0u}, count);
}
