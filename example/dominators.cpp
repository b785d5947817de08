// Retained sizes: the dominator tree of a heap, and the memory that each object alone keeps alive.
#include <trav/engine.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/retained_by_band.hpp>

#include <cstddef>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

struct Obj {
    std::string type, name;
    std::size_t bytes;
    std::vector<Obj*> fields;
};

int main() {
    // The cache and the session share the shoe; only the session holds its cart, and through it the hat.
    Obj photo{"Photo", "photo", 4000, {}}, shoe{"Product", "shoe", 100, {&photo}},
        hat{"Product", "hat", 100, {}};
    Obj item{"Item", "second item", 24, {&hat}}, cart{"Item", "first item", 24, {&shoe, &item}};
    Obj session{"Session", "session", 64, {&cart}}, cache{"Cache", "cache", 48, {&shoe}};
    Obj app{"App", "app", 32, {&cache, &session}};
    std::vector<Obj*> const roots{&app};

    // [tree]
    auto const heap = trav::sized(trav::Via<&Obj::fields>{}, &Obj::bytes);
    auto const tree = trav::dominators(heap, roots);
    trav::Amount const freed = tree.retained(&session);      // if the session were gone: bytes, objects
    bool const shared = !tree.dominates(&session, &shoe);    // would the shoe remain?
    Obj* const holder = tree.idom(&shoe).value_or(nullptr);  // the nearest object that holds it alone
    // [tree]
    std::cout << "the session retains " << freed.bytes << " bytes in " << freed.objects << " objects\n"
              << "the shoe is held by " << holder->name << (shared ? ", not by the session\n" : "\n");

    // [largest]
    for (Obj* o : tree.largest(3)) std::cout << o->name << ' ' << tree.retained(o).bytes << '\n';
    // [largest]

    // [walk]
    tree.walk([&](auto const& at) {
        std::cout << std::setw(6) << at.retained.bytes << std::string(2 * at.depth + 1, ' ') << at.node->name
                  << '\n';
        return at.retained.bytes >= 100;  // descend into large objects
    });
    // [walk]

    // [types]
    auto const type = trav::by("type", [](Obj* o) { return o->type; });
    auto const lines = trav::retained_by_band(tree, type);
    for (auto const& line : lines)
        std::cout << line.text << ": " << line.own.bytes << " bytes retain " << line.retained.bytes << '\n';
    // [types]

    bool const items_once = lines[4].text == "Item" && lines[4].retained == trav::Amount{24 + 24 + 100, 3};
    return freed == trav::Amount{64 + 24 + 24 + 100, 4} && shared && holder == &app && items_once ? 0 : 1;
}
