// expect: trav: Reflect needs a struct described with BOOST_HANA_DEFINE_STRUCT or BOOST_HANA_ADAPT_STRUCT
// lines: 11
#include <trav/graph/reflect.hpp>

struct Obj {
    Obj* left;
};

int main() {
    Obj root{};
    for (Obj* child : trav::Reflect<Obj>{}.children(&root)) child->left = nullptr;
}
