// expect: trav: the strategy's Walker needs 'bool idle() const': nothing is left to do
// lines: 19
#include "half_a_strategy.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Half<Push, Step, Clear, Total>>(Heap{}, std::vector{&root}, policy);
}
