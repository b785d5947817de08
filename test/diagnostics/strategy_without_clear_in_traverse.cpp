// expect: trav: the strategy's Walker needs 'void clear()', which drops all that waits
#include "half_a_strategy.hpp"

int main() { walk<Half<Push, Idle, Step, Total>>(); }
