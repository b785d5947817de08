// A first contact: a heap of your own objects, a policy, a traversal; another order; an early stop.
#include <trav/trav.hpp>

#include <cstddef>
#include <iostream>
#include <vector>

// [quickstart]
struct Obj {
    std::vector<Obj*> fields;
    std::size_t bytes;
};

trav::Via<&Obj::fields> heap;  // the graph: what is walked

struct Live {  // the policy: what to do at each object
    std::size_t objects = 0, bytes = 0;
    void visit(auto& here) {
        if (here.first) ++objects, bytes += here.node->bytes;
    }
};
// [quickstart]

int main() {
    Obj shared{{}, 16}, left{{&shared, nullptr}, 24}, right{{&shared, &left}, 32}, garbage{{&left}, 1000};
    shared.fields.push_back(&right);  // a cycle
    std::vector<Obj*> const roots{&left, &right};

    // [traverse]
    Live live;
    trav::traverse(heap, roots, live);  // depth first
    // another order, with a new policy, which is returned
    Live const again = trav::traverse<trav::Prefetch<64>>(heap, roots, Live{});
    // [traverse]
    std::cout << live.objects << " objects, " << live.bytes << " bytes are live\n";

    // [stop]
    auto is_large = [](auto& here) {
        if (here.node->bytes > 20) return trav::go::stop;
        return here.first ? trav::go::down : trav::go::skip;
    };
    bool const found = trav::traverse<trav::BreadthFirst>(heap, roots, is_large).stopped;
    // [stop]
    std::cout << (found ? "there is a large one\n" : "all are small\n");

    return live.objects == 3 && live.bytes == 72 && again.bytes == 72 && found ? 0 : 1;
}
