// expect: trav: a Resource has a name: trav::Resource<"mapped font">
#include <trav/graph/resource.hpp>

int main() {
    trav::Resource<""> const memory;
    return memory.bytes() != 0;
}
