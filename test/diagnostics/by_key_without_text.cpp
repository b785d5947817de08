// expect: trav: by(name, key, text): a key that is neither text nor a number needs text(key)
// lines: 23, g++ 12: 10
#include <trav/graph/objects.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>

struct Session {
    int number = 0;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::number> {};

enum class Colour { red };

int main() {
    Session session;
    auto colour = trav::by("colour", [](trav::Object const&) { return Colour::red; });
    trav::Profiler profiler{trav::Objects<>(), colour};
    profiler.sample(trav::roots(session));
    return profiler.profile().by(colour).lines.empty();
}
