// The first program: a heap of your own objects, a policy, a traversal; another order; an early stop.
#include <trav/engine.hpp>

#include <cstddef>
#include <iostream>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    std::size_t bytes;
};

trav::Via<&Obj::fields> heap;  // the graph

struct Live {  // the policy: the work at each object
    std::size_t objects = 0, bytes = 0;
    void visit(auto& here) {
        if (here.first) ++objects, bytes += here.node->bytes;
    }
};

int main() {
    Obj shared{{}, 16}, left{{&shared, nullptr}, 24}, right{{&shared, &left}, 32}, garbage{{&left}, 1000};
    shared.fields.push_back(&right);  // a cycle
    std::vector<Obj*> const roots{&left, &right};

    Live live;
    trav::traverse(heap, roots, live);  // depth first
    // another order, with a new policy, which is returned
    Live const again = trav::traverse<trav::Prefetch<64>>(heap, roots, Live{});
    std::cout << live.objects << " objects, " << live.bytes << " bytes are live\n";

    auto is_large = [](auto& here) {
        if (here.node->bytes > 20) return trav::go::stop;
        return here.first ? trav::go::down : trav::go::skip;
    };
    bool const found = trav::traverse<trav::BreadthFirst>(heap, roots, is_large).stopped;
    std::cout << (found ? "there is a large one\n" : "all are small\n");

    return live.objects == 3 && live.bytes == 72 && again.bytes == 72 && found ? 0 : 1;
}
