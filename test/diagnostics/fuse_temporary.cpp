// expect: trav: fuse() uses policies by reference: give each one a name first
#include <trav/engine.hpp>

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
    Count count;
    auto both = trav::fuse(count, Count{});
    trav::traverse(Heap{}, std::vector{&root}, both);
}
