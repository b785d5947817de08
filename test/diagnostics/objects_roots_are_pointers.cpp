// expect: trav: the roots of trav::Objects are objects, not pointers: write trav::roots(a, b)
// lines: 17
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/profiler.hpp>

#include <vector>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

int main() {
    Session session;
    auto const type = trav::by_type();
    trav::Profiler profiler{trav::Objects<>(), type};
    profiler.sample(std::vector{&session});
}
