// expect: trav: Members<...> lists pointers to members: trav::Members<&T::name>
// lines: 12
#include <trav/graph/objects.hpp>

struct Player {
    static constexpr int size = 3;
};
template <>
struct trav::Described<Player> : trav::Members<Player::size> {};

int main() {
    Player player{};
    for (trav::Object o : trav::Objects<>().children(trav::object(player))) return o.address == nullptr;
}
