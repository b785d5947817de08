// expect: trav: the strategy's Walker needs 'trav::go step()', which makes one visit
#include "half_a_strategy.hpp"

int main() { walk<Half<Push, Idle, Clear, Total>>(); }
