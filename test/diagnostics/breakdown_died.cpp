// expect: trav: the died() of a breakdown takes a node of this graph
// lines: 20
#include <trav/profile.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};
struct ByAge {
    std::string name() const { return "age"; }
    int key(Obj*) const { return 0; }
    trav::Band band(int) const { return {"0"}; }
    void died(int) {}
};

int main() {
    Obj root{};
    ByAge age;
    trav::Profiler profiler{Heap{}, age};
    profiler.sample({&root}, 0);
}
