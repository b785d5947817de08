// expect: trav: HeaderWord keeps its data in a word: node_data must be a pointer, or at most half as large
#include <trav/store/header_word.hpp>
#include <trav/traverse_heap.hpp>

#include <cstdint>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    std::uintptr_t word;
};
struct Heap {
    using node = Obj*;
    auto const& children(node n) const { return n->fields; }
};
struct Word {
    std::uintptr_t& operator()(Obj* n) const { return n->word; }
};
struct Bytes {
    using node_data = double;
    void visit(auto& here) { here.data = 1; }
};

int main() {
    Obj root{};
    Bytes policy;
    trav::HeaderWord<double, Word> store;
    trav::traverse(Heap{}, std::vector{&root}, policy, store);
}
