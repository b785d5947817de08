// expect: trav: this is no breakdown of this graph: it needs name(), key(node) for its nodes and band(key),
//     and must not be const if it has a flow() or a policy()
// lines: 21
#include <trav/profile/profiler.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};

struct ByFields {
    std::string name() const { return "fields"; }
    std::size_t key(Obj* o) const { return o->fields.size(); }  // but no band(key)
};

int main() {
    Obj root{};
    ByFields fields;
    trav::Profiler profiler{Heap{}, fields};
    profiler.sample(std::vector{&root}, 0);
    profiler.profile();
}
