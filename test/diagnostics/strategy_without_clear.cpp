// expect: trav: the strategy's Walker needs 'void clear()', which drops all that waits
// lines: 19
#include "half_a_strategy.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Half<Push, Idle, Step, Total>>(Heap{}, std::vector{&root}, policy);
}
