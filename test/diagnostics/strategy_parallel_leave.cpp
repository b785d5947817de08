// expect: trav: a policy with leave() needs trav::DepthFirst; this strategy never returns to a node
// lines: 16
#include "parallel.hpp"

struct Depth {
    void leave(auto&) {}
};

int main() {
    Obj root{};
    Depth policy;
    trav::traverse<trav::Parallel<2>>(Heap{}, std::vector{&root}, policy);
}
