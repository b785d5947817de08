// Root sets that lie in the objects: doc/several-machines.md.
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/stored_flow.hpp>
#include <trav/store/in_node.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    trav::Slot<std::uint32_t> set{};
};

/// All objects of a program.
struct Heap {
    using node = Obj*;
    std::deque<Obj>* all;

    std::vector<Obj*> const& children(Obj* o) const { return o->fields; }
    std::size_t size(Obj* o) const { return sizeof(Obj) + o->fields.capacity() * sizeof(Obj*); }
    std::vector<Obj*> objects() const {
        std::vector<Obj*> list;
        for (Obj& o : *all) list.push_back(&o);
        return list;
    }
};

int main() {
    std::deque<Obj> all(4);
    Obj &cache = all[0], &session = all[1], &order = all[2];
    cache.fields = {&order};
    session.fields = {&order};
    Heap const heap{&all};
    trav::RootSets<Obj*, std::uint32_t> roots{{"cache", &cache}, {"sessions", &session}};
    std::vector<Obj*> const all_roots{&cache, &session};
    double const seconds = 0;

    trav::InNode<&Obj::set> sets;  // a trav::Slot<std::uint32_t>; or a trav::HeaderWord
    trav::StoredFlow by_root{roots, heap, sets};
    trav::Profiler profiler{heap, by_root};
    profiler.sample_heap(all_roots, seconds);

    auto const table = profiler.profile().by(by_root);
    return table.at("cache,sessions").objects == 1 && table.at("NOROOT").objects == 1 ? 0 : 1;
}
