// expect: trav: Members<...> lists a member of another class
// lines: 12
#include <trav/graph/objects.hpp>

struct Other {
    Other* next;
};
struct Player {
    Player* other;
};
template <>
struct trav::Described<Player> : trav::Members<&Other::next> {};

int main() {
    Player player{};
    for (trav::Object o : trav::Objects<>().children(trav::object(player))) return o.address == nullptr;
}
