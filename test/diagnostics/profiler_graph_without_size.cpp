// expect: trav: a profiler needs to know how large objects are: give the graph a 'std::size_t size(node)
//     const', or wrap it: trav::sized(graph, size)
// lines: 18
#include <trav/profile/profiler.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};

int main() {
    Obj root{};
    trav::Biography<Obj*> life;
    trav::Profiler profiler{Heap{}, life};
    profiler.sample(std::vector{&root}, 0);
}
