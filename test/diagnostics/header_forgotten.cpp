// expect: is not a member of
// or: no member named 'by_type' in namespace 'trav'
#include <trav/graph/objects.hpp>

int main() {
    auto type = trav::by_type();
    return type.name().empty();
}
