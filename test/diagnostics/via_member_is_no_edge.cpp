// expect: trav: a member of Via is no edge; it must be a pointer or smart pointer to an object of the class
// lines: 14
#include <trav/graph/via.hpp>
#include <trav/traverse_heap.hpp>

#include <string>
#include <vector>

struct Obj {
    std::vector<Obj*> fields;
    std::string name;
};

int main() {
    Obj root{};
    trav::traverse(trav::Via<&Obj::fields, &Obj::name>{}, std::vector{&root}, [](auto&) {});
}
