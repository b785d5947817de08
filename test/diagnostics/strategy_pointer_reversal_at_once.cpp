// expect: trav: PointerReversal cannot walk a graph with at_once(); use DepthFirst
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
    bool at_once(node) const { return false; }
    void scan(node n, auto&& sink) const {
        for (node const child : n->fields) sink(child);
    }
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
