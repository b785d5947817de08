// expect: trav: a strategy needs a class that walks: 'template <class Graph, class Policy, class Store> class
//     Walker'
// lines: 16
#include "half_a_strategy.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Order>(Heap{}, std::vector{&root}, policy);
}
