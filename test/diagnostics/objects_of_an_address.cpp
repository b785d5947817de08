// expect: trav: object(p) would be the pointer itself: write object(*p)
// lines: 12
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() {
    Session session;
    return trav::object(&session).type == nullptr;
}
