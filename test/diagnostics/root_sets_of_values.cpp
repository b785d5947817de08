// expect: trav: a root is a name and a node, or a callable that returns one; a node of trav::Objects
//     is trav::object(cache)
#include <trav/graph/objects.hpp>
#include <trav/profile/root_set.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() {
    Session session;
    trav::RootSets<trav::Object> roots{{"session", session}};
}
