// expect: trav: exclusive(trav::in(root), x): first where it is sought, then the object
#include <trav/check/exclusive.hpp>
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() {
    Session session;
    return trav::exclusive(session, trav::in(session)) == 1;
}
