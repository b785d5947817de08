// expect: trav: Extends<Base, ...> describes what is derived from Base
// lines: 15
#include <trav/graph/objects.hpp>

struct Entity {
    Entity* next;
};
struct Player {
    Player* other;
};
template <>
struct trav::Described<Entity> : trav::Members<&Entity::next> {};
template <>
struct trav::Described<Player> : trav::Extends<Entity, &Player::other> {};

int main() {
    Player player{};
    for (trav::Object o : trav::Objects<>().children(trav::object(player))) return o.address == nullptr;
}
