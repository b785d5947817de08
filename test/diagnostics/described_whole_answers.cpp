// expect: trav: Described<T>::whole(object, is) returns nothing: it calls
// lines: 12, g++ 12: 10
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> {
    static bool whole(Session const& session, auto&&) { return session.number == 1; }
};

int main() {
    Session session;
    return trav::object(session).type == nullptr;
}
