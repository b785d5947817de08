// expect: trav: a breakdown with a policy needs a traversal: write #include <trav/profile/policies.hpp>
// lines: 17, g++ 12: 10
#include <trav/profile/profiler.hpp>

#include <string>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};
struct ByFirst {
    using node_data = int;
    ByFirst& policy() { return *this; }
    void visit(auto& here) { here.data = 1; }
    std::string name() const { return "first"; }
    int key(Obj*, int const* found) const { return found ? *found : 0; }
    trav::Band band(int key) const { return {std::to_string(key)}; }
};

int main() {
    Obj root{};
    ByFirst first;
    trav::Profiler profiler{Heap{}, first};
    profiler.sample(std::vector{&root}, 0);
}
