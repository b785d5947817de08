// expect: trav: Parallel divides nodes by address or number: a graph's node must be a pointer or an integer
#include <trav/strategy/parallel.hpp>
#include <trav/traverse_heap.hpp>

#include <string>
#include <vector>

struct Obj { std::vector<Obj*> fields; };
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Names {
    using node = std::string;
    auto const& children(node const&) const { return none; }
    std::vector<std::string> none{};
};
struct Count {
    int n = 0;
    void visit(auto&) { ++n; }
};
struct SplitCount : Count {
    SplitCount split() const { return {}; }
    void merge(SplitCount&& found) { n += found.n; }
};

int main() {
    Obj root{};
    SplitCount policy;
    auto traversal = trav::traversal<trav::Parallel<2>>(Names{}, policy);
    traversal.push_root("a");
    traversal.run();
}
