// expect: trav: Parallel gives each thread a policy of its own: the policy needs 'P split() const', which has found nothing, and 'void merge(P&& part)'
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
    Count policy;
    trav::traverse<trav::Parallel<2>>(Heap{}, std::vector{&root}, policy);
}
