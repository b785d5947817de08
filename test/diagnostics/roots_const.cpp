// expect: trav: these roots do not convert to the graph's nodes; if they point to const, so should the
//     graph's 'node'
// lines: 15
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

int main() {
    Obj root{};
    auto type = trav::by("type", [](Obj const* o) { return o->type; });
    trav::Profiler profiler{Heap{}, type};
    profiler.sample(std::vector<Obj const*>{&root}, 0);
}
