// expect: trav: a strategy needs a class that walks: 'template <class Graph, class Policy, class Store> class Walker'
#include "half_a_strategy.hpp"

int main() { walk<Order>(); }
