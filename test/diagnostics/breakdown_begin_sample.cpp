// expect: trav: the begin_sample() of a breakdown takes the sample's number and its time
// lines: 20
#include <trav/profile.hpp>

#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};
struct ByAge {
    std::string name() const { return "age"; }
    int key(Obj*) const { return 0; }
    trav::Band band(int) const { return {"0"}; }
    void begin_sample() {}
};

int main() {
    Obj root{};
    ByAge age;
    trav::Profiler profiler{Heap{}, age};
    profiler.sample({&root}, 0);
}
