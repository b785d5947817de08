// expect: Described<Session>
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};

trav::Type const* const type = &trav::type_of<Session>;  // uses the description

template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() { return type == nullptr; }
