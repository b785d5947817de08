// expect: trav: the strategy's Walker needs 'bool idle() const': nothing is left to do
#include "half_a_strategy.hpp"

int main() { walk<Half<Push, Step, Clear, Total>>(); }
