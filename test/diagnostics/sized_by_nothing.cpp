// expect: trav: sized(graph, size) needs a field, a member function or a const callable of a node that
//     returns bytes
// lines: 11
#include <trav/graph/sized.hpp>
#include <trav/graph/via.hpp>

#include <string>

struct Obj {
    Obj* left;
    std::string name;
};

int main() { trav::sized(trav::Via<&Obj::left>{}, &Obj::name).size(nullptr); }
