// expect: trav: two Labelled of a profiler keep their values in the same place:
//     give each a field, a word or a store of its own
#include <trav/profile/labelled.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/store/in_node.hpp>

#include <cstdint>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    trav::Slot<std::uint32_t> label;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};

int main() {
    Obj cache{}, sessions{};
    trav::RootSets<Obj*, std::uint32_t> caches{{"cache", &cache}}, users{{"sessions", &sessions}};
    trav::InNode<&Obj::label> labels, others;
    trav::Labelled by_cache{caches, Heap{}, labels};
    trav::Labelled by_user{users, Heap{}, others};
    trav::Profiler profiler{Heap{}, by_cache, by_user};
    profiler.sample(std::vector{&cache, &sessions}, 0);
    auto const profile = profiler.profile();
}
