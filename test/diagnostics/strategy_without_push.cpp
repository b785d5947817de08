// expect: trav: the strategy's Walker needs 'void push(node const&, inherited const&)', which adds a root
// lines: 19
#include "half_a_strategy.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Half<Idle, Step, Clear, Total>>(Heap{}, std::vector{&root}, policy);
}
