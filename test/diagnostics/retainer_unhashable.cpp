// expect: trav: the identities of these retainers have no hash (std::hash or trav::HashOf) or no ==
// lines: 13
#include <trav/profile.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    int maker;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};
struct Maker {
    int number;
};

int main() {
    Obj root{};
    auto retainers = trav::by_retainer<Obj*>(
        [](Obj*) { return true; }, [](Obj* o) { return Maker{o->maker}; }, 8, [](Maker) { return "maker"; });
    trav::Profiler profiler{Heap{}, retainers};
    profiler.sample({&root}, 0);
}
