// expect: trav: a description calls member(name, value) or member(name, value, trav::EdgeKind::owns)
// lines: 12, g++ 12: 10
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> {
    static void members(Session const&, auto&& member) { member("number"); }
};

int main() {
    Session session;
    return trav::object(session).type == nullptr;
}
