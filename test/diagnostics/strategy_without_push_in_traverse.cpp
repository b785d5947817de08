// expect: trav: the strategy's Walker needs 'void push(node const&, inherited const&)', which adds a root
#include "half_a_strategy.hpp"

int main() { walk<Half<Idle, Step, Clear, Total>>(); }
