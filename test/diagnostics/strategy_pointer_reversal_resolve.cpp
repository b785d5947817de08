// expect: trav: PointerReversal puts back nodes, not handles: it cannot walk a graph with resolve(); use
//     DepthFirst
// lines: 20
#include <trav/strategy/pointer_reversal.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <vector>

struct Obj {
    std::vector<Obj*> fields{};
    std::uint32_t cursor = 0;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    auto& slots(node n) const { return n->fields; }
    std::uint32_t& cursor(node n) const { return n->cursor; }
    node resolve(node n) const { return n; }
};
struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse<trav::PointerReversal>(Heap{}, std::vector{&root}, policy);
}
