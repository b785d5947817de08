// expect: trav: Parallel divides nodes by address or number: a graph's node must be a pointer or an integer
#include "parallel.hpp"

int main() {
    Obj root{};
    SplitCount policy;
    auto traversal = trav::traversal<trav::Parallel<2>>(Names{}, policy);
    traversal.push_root("a");
    traversal.run();
}
