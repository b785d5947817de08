// expect: trav: PointerReversal keeps nothing for an open node, so it has no place for a policy's 'inherited'
//     or 'returned' (nor for fuse); use DepthFirst
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
};
struct Depth {
    using inherited = int;
    void visit(auto& here) { here.to_children = here.inherited + 1; }
};

int main() {
    Obj root{};
    Depth policy;
    trav::traverse<trav::PointerReversal>(Heap{}, std::vector{&root}, policy);
}
