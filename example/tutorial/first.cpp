// Step 1 of doc/tutorial.md: a graph, walked once.
#include "shop.hpp"

#include <trav/graph/objects.hpp>
#include <trav/traverse_heap.hpp>

#include <cstddef>
#include <iostream>

int main() {
    Shop shop;
    trav::Objects<Card, Voucher> const heap;  // the classes that a Payment* may point to
    auto const roots = trav::roots(shop.catalogue, shop.customers, shop.sessions);

    std::size_t objects = 0;
    trav::traverse(heap, roots, [&](auto& here) { objects += here.first; });
    std::cout << objects << " objects are live\n";
}
