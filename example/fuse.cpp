// Several policies in one pass; sizes of subtrees, added up from child to parent.
#include <trav/engine.hpp>

#include <cstddef>
#include <iostream>
#include <vector>

struct Obj {
    char const* name;
    std::size_t bytes;
    std::vector<Obj*> fields{};
};

// [policies]
struct Count {
    std::size_t objects = 0;
    void visit(auto& here) { objects += here.first; }
};
struct Depth {
    using inherited = std::size_t;  // from parent to child
    std::size_t deepest = 0;
    void visit(auto& here) {
        here.to_children = here.inherited + 1;
        if (here.inherited > deepest) deepest = here.inherited;
    }
};
struct Subtrees {
    using returned = std::size_t;  // from child to parent
    void leave(auto& here) {
        here.returned += here.node->bytes;
        std::cout << here.node->name << " and what was found through it: " << here.returned << " bytes\n";
        here.to_parent += here.returned;
    }
};
// [policies]

int main() {
    Obj a{"a", 10}, b{"b", 20, {&a}}, list{"list", 3, {&a, &b}}, root{"root", 5, {&list, &b}};
    a.fields.push_back(&root);

    // [fuse]
    trav::Via<&Obj::fields> heap;
    Count count;
    Depth depth;
    Subtrees subtrees;
    auto all = trav::fuse(count, depth, subtrees);
    auto const outcome = trav::traverse(heap, std::vector{&root}, all);
    std::size_t const bytes = decltype(all)::at<2>(outcome.returned);  // the root's result for Subtrees
    // [fuse]
    std::cout << count.objects << " objects, " << bytes << " bytes, " << depth.deepest << " edges deep\n";

    return count.objects == 4 && bytes == 38 && depth.deepest == 3 ? 0 : 1;
}
