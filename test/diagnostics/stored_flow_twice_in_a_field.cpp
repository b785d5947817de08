// expect: trav: two StoredFlow of a profiler keep their values in the same place:
//     give each a field, a word or a store of its own
// lines: 18
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>
#include <trav/profile/stored_flow.hpp>
#include <trav/store/in_node.hpp>

#include <cstdint>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    trav::Slot<std::uint32_t> set;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
    std::size_t size(node) const { return sizeof(Obj); }
};

int main() {
    Obj cache{}, sessions{};
    trav::RootSets<Obj*, std::uint32_t> caches{{"cache", &cache}}, users{{"sessions", &sessions}};
    trav::InNode<&Obj::set> sets, others;
    trav::StoredFlow by_cache{caches, Heap{}, sets};
    trav::StoredFlow by_user{users, Heap{}, others};
    trav::Profiler profiler{Heap{}, by_cache, by_user};
    profiler.sample(std::vector{&cache, &sessions}, 0);
    auto const profile = profiler.profile();
}
