// expect: trav: Reflect found no member that refers to an object of the struct's own type
// lines: 11
#include <trav/graph/reflect.hpp>

#include <boost/hana/define_struct.hpp>

struct Obj {
    BOOST_HANA_DEFINE_STRUCT(Obj, (int, id), (long, bytes));
};

int main() {
    Obj root{};
    for (Obj* child : trav::Reflect<Obj>{}.children(&root)) child->id = 0;
}
