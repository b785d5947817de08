// expect: trav: Parallel touches nodes from several threads, which this store does not allow; use InNode, Dense, HeaderWord or Partitioned<Store>
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
    trav::Hashed<Obj*> store;
    trav::traverse<trav::Parallel<2>>(Heap{}, std::vector{&root}, policy, store);
}
