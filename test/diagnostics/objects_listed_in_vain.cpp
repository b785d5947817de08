// expect: trav: Objects<...> lists a class without virtual functions, to which no base-class pointer
#include <trav/graph/objects.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() { trav::Objects<Session> heap; }
