// expect: trav: RootSets needs the type of the nodes: write RootSets<Obj*>, or RootSets<trav::Object> for
//     roots like trav::object(cache)
#include <trav/graph/objects.hpp>
#include <trav/profile/root_set.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() {
    Session session;
    trav::RootSets roots{{"session", session}};
}
