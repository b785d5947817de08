// expect: trav: the strategy's Walker needs 'trav::returned_t<Policy>& total()', what the roots returned
// lines: 19
#include "half_a_strategy.hpp"

int main() {
    Obj root{};
    Count policy;
    trav::traverse<Half<Push, Idle, Step, Clear>>(Heap{}, std::vector{&root}, policy);
}
