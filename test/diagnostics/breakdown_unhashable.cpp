// expect: trav: the keys of this breakdown have no hash (std::hash or trav::HashOf) or no ==
// lines: 25
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
struct Key {
    int type;
};

int main() {
    Obj root{};
    auto type = trav::by("type", [](Obj* o) { return Key{o->type}; }, [](Key) { return "type"; });
    trav::Profiler profiler{Heap{}, type};
    profiler.sample({&root}, 0);
}
