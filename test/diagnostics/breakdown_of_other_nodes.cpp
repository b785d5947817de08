// expect: trav: this is no breakdown of this graph: it needs name(), key(node) for its nodes and band(key)
// lines: 20
#include <trav/profile.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    int type;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};
struct Other {
    int type;
};

int main() {
    Obj root{};
    auto type = trav::by("type", [](Other* o) { return o->type; });
    trav::Profiler profiler{Heap{}, type};
    profiler.sample({&root}, 0);
}
