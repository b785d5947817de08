// expect: trav: the members of one Via must belong to one class or to its bases
// lines: 14
#include <trav/graph/via.hpp>

struct Leaf {
    Leaf* next;
};
struct Obj {
    Obj* left;
};

int main() { trav::Via<&Obj::left, &Leaf::next>{}.size(nullptr); }
