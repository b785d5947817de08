// expect: trav: Described<T> needs 'static void members(T const& object, auto&& member)',
//     which calls member(name, object.part) for each part; or base it on
//     trav::Members<&T::part...>
// lines: 12
#include <trav/graph/objects.hpp>

struct Player {
    Player* other;
};
template <>
struct trav::Described<Player> {
    static constexpr auto name = "Player";
};

int main() {
    Player player{};
    for (trav::Object o : trav::Objects<>().children(trav::object(player))) return o.address == nullptr;
}
