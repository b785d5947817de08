// expect: trav: a profiler takes one Biography
// lines: 18
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
    trav::Biography<Obj*> life, other;
    trav::Profiler profiler{Heap{}, life, other};
    profiler.sample(std::vector{&root}, 0);
    auto const profile = profiler.profile();
}
