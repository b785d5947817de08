// expect: trav: reverse(graph) needs a graph with objects(); say from where: reverse(graph, roots)
#include <trav/graph/reverse.hpp>
#include <trav/graph/via.hpp>

struct Obj {
    Obj* left;
};

int main() { trav::reverse(trav::Via<&Obj::left>{}); }
