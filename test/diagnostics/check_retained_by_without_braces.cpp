// expect: trav: retained_by(x, {name}, trav::in(root)): the names are in braces
#include <trav/check/retained_by.hpp>
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() {
    Session session;
    return trav::retained_by(session, "Session", trav::in(session)) ? 0 : 1;
}
