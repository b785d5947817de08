// expect: trav: the strategy's Walker needs 'trav::returned_t<Policy>& total()', what the roots returned
#include "half_a_strategy.hpp"

int main() { walk<Half<Push, Idle, Step, Clear>>(); }
