// expect: trav: a path leads to a node of the graph; in trav::Objects write trav::object(x)
// lines: 11
#include <trav/graph/objects.hpp>
#include <trav/path/path.hpp>

int main() {
    int number = 0;
    return trav::path(trav::Objects<>(), trav::roots(number), number) ? 0 : 1;
}
