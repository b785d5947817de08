// expect: trav: Objects<...> finds derived classes by RTTI, which is switched off: list none, and let
//     the description of the base class call is(static_cast<Derived const&>(object)) in 'whole'
// lines: 14
#include <typeinfo>
#undef __cpp_rtti  // as with -fno-rtti
#include <trav/graph/objects.hpp>

struct Shape {
    virtual ~Shape() = default;
};
template <>
struct trav::Described<Shape> : trav::Members<> {};

int main() { trav::Objects<Shape> heap; }
