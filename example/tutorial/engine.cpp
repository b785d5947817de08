// Steps 2 and 3 of doc/tutorial.md: a policy, a flow.
#include "shop.hpp"

#include <trav/engine.hpp>
#include <trav/graph/objects.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

// [census]
struct Census {
    trav::Objects<Card, Voucher> heap;
    std::map<std::string, std::size_t> bytes{};

    void visit(auto& here) {
        if (here.first) bytes[here.node.type->name()] += heap.size(here.node);
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
    trav::Objects<Card, Voucher> const heap;  // the classes that a Payment* may point to
    auto const roots = trav::roots(shop.catalogue, shop.customers, shop.sessions);
    // [graph]

    // [take census]
    Census census{heap};
    trav::traverse(heap, roots, census);
    for (auto const& [type, bytes] : census.bytes) std::cout << bytes << '\t' << type << '\n';
    // [take census]

    // [solve]
    Holders flow;
    std::vector<trav::Source<trav::Object, std::uint32_t>> const sources{{trav::object(shop.catalogue), 1},
                                                                         {trav::object(shop.sessions), 2}};
    auto const holders = trav::solve(heap, sources, flow);

    std::array<std::size_t, 4> products{};
    for (trav::Object const& o : holders.nodes())
        if (trav::as<Product>(o)) ++products[*holders.find(o)];
    std::cout << products[1] << " products are held by the catalogue, " << products[2] << " by sessions, "
              << products[3] << " by both\n";
    // [solve]

    return products == std::array<std::size_t, 4>{0, 50, 51, 50} ? 0 : 1;
}
