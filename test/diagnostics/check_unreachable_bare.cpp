// expect: trav: unreachable(x, trav::in(root)): first the object, then where it is sought
#include <trav/check/unreachable.hpp>
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() {
    Session session, other;
    return trav::unreachable(session, other) ? 0 : 1;
}
