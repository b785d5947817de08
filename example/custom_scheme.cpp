// A profiling scheme of your own: bytes by distance from the roots.
#include <trav/engine.hpp>

#include <cstddef>
#include <iostream>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    std::size_t bytes;
};

// [scheme]
struct BytesByDistance {
    using inherited = std::size_t;  // edges from the root: passed from parent to child, 0 at a root
    static constexpr bool once = true;
    std::vector<std::size_t> bytes{};

    void visit(auto& here) {
        here.to_children = here.inherited + 1;
        if (bytes.size() == here.inherited) bytes.push_back(0);
        bytes[here.inherited] += here.node->bytes;
    }
};
// [scheme]

int main() {
    Obj deep{{}, 1000}, shared{{&deep}, 100}, left{{&shared}, 20}, right{{&left, &shared}, 30};
    Obj root{{&right, &left}, 4};
    deep.fields.push_back(&root);

    // [run]
    trav::Via<&Obj::fields> heap;
    BytesByDistance profile;
    // breadth first, so that the first arrival at an object is the nearest one
    trav::traverse<trav::BreadthFirst>(heap, std::vector{&root}, profile);
    for (std::size_t distance = 0; distance != profile.bytes.size(); ++distance)
        std::cout << profile.bytes[distance] << " bytes at distance " << distance << '\n';
    // [run]

    return profile.bytes == std::vector<std::size_t>{4, 50, 100, 1000} ? 0 : 1;
}
