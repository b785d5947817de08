// expect: trav: the strategy's Walker cannot be made from a graph, a policy and a store; write 'Walker(Graph
//     const&, Policy&, Store&)'
// lines: 19
#include "half_a_strategy.hpp"

struct OfNothing : Order {
    template <class, class, class>
    struct Walker : Push, Idle, Step, Clear, Total {};
};

int main() {
    Obj root{};
    Count policy;
    trav::traverse<OfNothing>(Heap{}, std::vector{&root}, policy);
}
