// The smallest program: the number of objects that a root reaches.
#include <trav/trav.hpp>

#include <cstddef>
#include <iostream>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
};

int main() {
    Obj leaf, root{{&leaf, &leaf, nullptr}};
    std::size_t objects = 0;
    trav::traverse(trav::Via<&Obj::fields>{}, std::vector{&root}, [&](auto& here) { objects += here.first; });
    std::cout << objects << " objects\n";
}
