// expect: trav: a Resource needs the number of bytes: {first, bytes}
#include <trav/graph/resource.hpp>

int main() {
    static char block[100];
    trav::Resource<"block"> const memory(block);
    return memory.bytes() != 0;
}
