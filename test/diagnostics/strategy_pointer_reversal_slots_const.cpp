// expect: trav: PointerReversal needs a graph with 'auto& slots(node) const', the children's places to write
//     to, and 'std::uint32_t& cursor(node) const', a field that is 0
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
    auto const& slots(node n) const { return n->fields; }
    std::uint32_t& cursor(node n) const { return n->cursor; }
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
