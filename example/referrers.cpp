// The objects that refer to an object, with and without the cache. Graphs are values: reverse them, filter
// them.
#include <trav/engine.hpp>

#include <iostream>
#include <string>
#include <vector>

struct Obj {
    std::string name;
    std::vector<Obj*> fields;
};

/// The names of all objects that `start` reaches.
std::string reached(auto const& graph, Obj* start) {
    std::string names;
    auto note = [&](auto& here) {
        if (here.first) names += here.node->name + ' ';
    };
    trav::traverse<trav::BreadthFirst>(graph, std::vector{start}, note);
    return names;
}

int main() {
    Obj product{"product", {}}, order{"order", {&product}}, session{"session", {&order}};
    Obj cache{"cache", {&order, &product}}, app{"app", {&session, &cache}};
    std::vector<Obj*> const roots{&app};

    trav::Via<&Obj::fields> heap;
    auto const referrers = trav::reverse(heap, roots);
    auto const without_cache = trav::filter_edges(heap, [&](Obj* from, Obj*) { return from != &cache; });
    auto const strong_referrers = trav::reverse(without_cache, roots);

    std::string const all = reached(referrers, &order), strong = reached(strong_referrers, &order);
    std::cout << "order is held by:         " << all << "\nthe cache left out:       " << strong << '\n';
    return all == "order session cache app " && strong == "order session app " ? 0 : 1;
}
