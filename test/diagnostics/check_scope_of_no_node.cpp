// expect: trav: this is no node of the graph: only trav::Objects takes variables of any type
// lines: 18
#include <trav/check/unreachable.hpp>
#include <trav/graph/via.hpp>

struct Obj {
    Obj* left;
};

int main() {
    Obj root{};
    return trav::unreachable(&root, trav::from(trav::Via<&Obj::left>(), "root")) ? 0 : 1;
}
