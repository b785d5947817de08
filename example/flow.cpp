// A flow of your own: the kinds of objects that lead to an object.
#include <trav/engine.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

enum Kind : std::uint32_t { plain = 0, cache = 1, session = 2, journal = 4 };

struct Obj {
    Kind kind;
    std::size_t bytes;
    std::vector<Obj*> fields{};
};

// [flow]
struct LedToBy {
    using value = std::uint32_t;                                           // a set of kinds
    value join(value a, value b) const { return a | b; }                   // if paths meet
    value transfer(Obj* o, value above) const { return above | o->kind; }  // sent to the children
};
// [flow]

int main() {
    Obj item{plain, 100}, page{cache, 10, {&item}}, ann{session, 20, {&item}}, entry{journal, 5};
    Obj root{plain, 1, {&page, &ann, &entry}};
    item.fields = {&entry, &ann};  // a cycle through ann

    // [solve]
    trav::Via<&Obj::fields> heap;
    LedToBy flow;
    std::vector<trav::Source<Obj*, std::uint32_t>> const sources{{&root, 0}};
    auto const led_to_by = trav::solve(heap, sources, flow);
    std::uint32_t const kinds = *led_to_by.find(&item);
    if (kinds & cache) std::cout << "the item is held through the cache\n";
    if (kinds & session) std::cout << "the item is held through a session\n";
    // [solve]

    // another solver, the same answer
    auto const revisited = trav::solve_by_revisiting<trav::Prefetch<64>>(heap, sources, flow);
    for (Obj* o : {&item, &page, &ann, &entry, &root})
        if (*revisited.find(o) != *led_to_by.find(o)) return 1;
    return kinds == (cache | session) && *led_to_by.find(&page) == plain ? 0 : 1;
}
