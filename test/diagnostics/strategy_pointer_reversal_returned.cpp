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
struct Height {
    using returned = int;
    void leave(auto& here) { ++here.to_parent; }
};

int main() {
    Obj root{};
    Height policy;
    trav::traverse<trav::PointerReversal>(Heap{}, std::vector{&root}, policy);
}
