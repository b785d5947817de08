// expect: trav: filter_edges(graph, keep) needs a const callable keep(from, to) of two nodes that returns a
//     bool
#include <trav/graph/filter_edges.hpp>
#include <trav/graph/via.hpp>

struct Obj {
    Obj* left;
};

int main() {
    trav::filter_edges(trav::Via<&Obj::left>{}, [](Obj* to) { return to != nullptr; });
}
