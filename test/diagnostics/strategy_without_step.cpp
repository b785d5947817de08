// expect: trav: the strategy's Walker needs 'trav::go step()', which makes one visit
// lines: 19
#include "half_a_strategy.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Half<Push, Idle, Clear, Total>>(Heap{}, std::vector{&root}, policy);
}
