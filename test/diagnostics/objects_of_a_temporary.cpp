// expect: trav: object(x) of a temporary: give it a name first
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() { return trav::object(Session{}).type == nullptr; }
