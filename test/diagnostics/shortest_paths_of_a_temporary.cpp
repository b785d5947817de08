// expect: trav: shortest paths refer to their graph: give the graph a name, and let it outlive them
#include <trav/graph/via.hpp>
#include <trav/path/shortest_paths.hpp>

#include <vector>

struct Obj {
    Obj* left;
};

int main() {
    Obj root{};
    trav::ShortestPaths paths(trav::Via<&Obj::left>{}, std::vector{&root});
}
