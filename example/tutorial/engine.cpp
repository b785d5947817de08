// Steps 1 to 3 of doc/tutorial.md: a graph, a policy, a flow.
#include "shop.hpp"

#include <trav/trav.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// [census]
struct Census {
    std::map<std::string, std::size_t> bytes{};

    void visit(auto& here) {
        if (here.first) bytes[here.node->type] += here.node->bytes;
    }
};
// [census]

// [holders]
struct Holders {
    using value = std::uint32_t;  // a set of roots, one bit for each
    value join(value a, value b) const { return a | b; }
};
// [holders]

int main() {
    Shop shop;

    // [graph]
    trav::Via<&Obj::fields> heap;
    std::vector<Obj*> const roots{&shop.catalogue, &shop.sessions};

    std::size_t objects = 0;
    trav::traverse(heap, roots, [&](auto& here) { objects += here.first; });
    std::cout << objects << " objects are live\n";
    // [graph]

    // [take census]
    Census census;
    trav::traverse(heap, roots, census);
    for (auto const& [type, bytes] : census.bytes) std::cout << type << ' ' << bytes << '\n';
    // [take census]

    // [solve]
    Holders flow;
    std::vector<trav::Source<Obj*, std::uint32_t>> const sources{{&shop.catalogue, 1}, {&shop.sessions, 2}};
    auto const holders = trav::solve(heap, sources, flow);

    std::array<std::size_t, 4> bytes{};
    for (Obj* o : holders.nodes()) bytes[*holders.find(o)] += o->bytes;
    std::cout << "catalogue " << bytes[1] << ", sessions " << bytes[2] << ", both " << bytes[3] << '\n';
    // [solve]

    bool const right = objects == 9 && census.bytes["Product"] == 700 && census.bytes["Order"] == 80;
    return right && bytes == std::array<std::size_t, 4>{0, 416, 384, 100} ? 0 : 1;
}
