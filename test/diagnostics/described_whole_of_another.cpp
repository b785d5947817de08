// expect: trav: Described<T>::whole(object, is) calls is(static_cast<Derived const&>(object)) with a class
//     derived from T
// lines: 28
#include <trav/graph/objects.hpp>

struct Other {};
struct Header {
    int tag;
    Other other;
};
template <>
struct trav::Described<Header> {
    static void whole(Header const& header, auto&& is) { is(header.other); }
};

int main() {
    Header header{};
    return trav::object(header).address == nullptr;
}
