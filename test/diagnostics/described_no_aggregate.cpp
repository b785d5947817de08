// expect: trav: AllMembers describes aggregates, which have no constructors and no private members
// lines: 21
#include <trav/graph/described_by_pfr.hpp>
#include <trav/graph/objects.hpp>

class Player {
    Player* other = nullptr;

  public:
    Player const* get() const { return other; }
};
template <>
struct trav::Described<Player> : trav::AllMembers {};

int main() {
    Player player;
    for (trav::Object o : trav::Objects<>().children(trav::object(player))) return o.address == nullptr;
}
