// expect: trav: a dominator tree refers to its graph: give the graph a name, and let it outlive the tree
#include <trav/graph/via.hpp>
#include <trav/profile/dominator.hpp>

#include <vector>

struct Obj {
    Obj* left;
};

int main() {
    Obj root{};
    trav::dominators(trav::Via<&Obj::left>{}, std::vector{&root});
}
