// expect: trav: a member of Via is no edge; it must be a pointer or smart pointer to an object of the class
// lines: 14
#include <trav/graph/via.hpp>
#include <trav/traverse_heap.hpp>

#include <memory>
#include <vector>

struct Obj {
    std::weak_ptr<Obj> parent;
};

int main() {
    Obj root{};
    trav::Via<&Obj::parent> heap;
    for (Obj* child : heap.children(&root)) heap.size(child);
}
