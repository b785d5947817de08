// expect: trav: this is no breakdown of this graph: it needs name(), key(node) for its nodes and band(key),
//     and must not be const if it has a flow() or a policy()
// lines: 21
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};

int main() {
    Obj root{};
    trav::RootSets<Obj*> const roots{{"root", &root}};
    trav::Profiler profiler{Heap{}, roots};
    profiler.sample(std::vector{&root}, 0);
}
