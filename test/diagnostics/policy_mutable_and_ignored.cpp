// expect: trav: the policy was copied, and traverse() returns that copy with what it has found
#include <trav/traverse_heap.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};

int main() {
    Obj root{};
#pragma GCC diagnostic error "-Wunused-result"
    trav::traverse(Heap{}, std::vector{&root}, [n = 0](auto&) mutable { ++n; });
}
