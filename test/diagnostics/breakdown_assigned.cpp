// expect: trav: a breakdown is compared, not assigned to: write == instead of =
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
    auto type = trav::by("type", [](Obj* o) { return o->type; });
    trav::Profiler profiler{Heap{}, type};
    profiler.sample({&root}, 0);
    auto const of_one_type = profiler.profile().where(type = "1");
}
