// expect: trav: the length of a flexible array member is unknown: a description calls
//     member(name, trav::Buffer{object.array, length})
// lines: 31
#include <trav/graph/objects.hpp>

struct Closure {
    int count;
    Closure* captured[];
};
template <>
struct trav::Described<Closure> : trav::Members<&Closure::captured> {};

int main() {
    Closure closure{};
    return trav::object(closure).address == nullptr;
}
