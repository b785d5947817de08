// Traversals as lazy ranges: take as many nodes as you need, stop early, compose with range-v3.
#include <trav/engine.hpp>
#include <trav/view/edges.hpp>
#include <trav/view/postorder.hpp>
#include <trav/view/preorder.hpp>

#include <range/v3/range/conversion.hpp>
#include <range/v3/view/filter.hpp>
#include <range/v3/view/take.hpp>
#include <range/v3/view/transform.hpp>

#include <iostream>
#include <vector>

int main() {
    // every number n refers to 2n and 2n + 1: an infinite tree
    auto const tree = trav::graph<int>([](int n, auto&& sink) {
        sink(2 * n);
        sink(2 * n + 1);
    });
    auto const odd = [](int n) { return n % 2 == 1; };
    auto const first_odd = trav::views::preorder<trav::BreadthFirst>(tree, {1}) | ranges::views::filter(odd) |
                           ranges::views::take(5) | ranges::to<std::vector>();
    for (int n : first_odd) std::cout << n << ' ';

    // sums from the leaves up: all children come before their parent
    struct Part {
        int weight;
        std::vector<Part*> parts;
    };
    Part screw{1, {}}, wheel{10, {&screw, &screw}}, bicycle{100, {&wheel, &wheel, &screw}};
    for (Part* p : trav::views::postorder(trav::Via<&Part::parts>{}, {&bicycle}))
        for (Part* part : p->parts) p->weight += part->weight;
    std::cout << "\na bicycle weighs " << bicycle.weight << '\n';

    int shared = 0;
    for (auto [from, to, first] : trav::views::edges(trav::Via<&Part::parts>{}, {&bicycle})) shared += !first;
    std::cout << shared << " of its parts were there already\n";

    return first_odd == std::vector{1, 3, 5, 7, 9} && bicycle.weight == 125 && shared == 3 ? 0 : 1;
}
