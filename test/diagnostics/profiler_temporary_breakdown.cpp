// expect: trav: breakdowns are used by reference, and asked for later: give this one a name first
// lines: 18
#include <trav/profile/by.hpp>
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

int main() {
    Obj root{};
    trav::Profiler profiler{Heap{}, trav::by("degree", [](Obj* o) { return o->fields.size(); })};
    profiler.sample(std::vector{&root}, 0);
}
