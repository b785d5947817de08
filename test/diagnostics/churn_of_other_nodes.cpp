// expect: trav: churn_table() needs a heap of trav::Objects: the blocks of other nodes are unknown
#include <trav/profile/churn_table.hpp>

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
    return trav::churn_table({}, Heap{}, std::vector{&root}).lines.empty();
}
