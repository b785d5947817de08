// expect: trav: AllMembers needs Boost.PFR, of Boost 1.75 or newer, and <boost/pfr.hpp> is not found
// lines: 17
#include <trav/graph/described_by_pfr.hpp>
#include <trav/graph/objects.hpp>

struct Player {
    Player* other;
};
template <>
struct trav::Described<Player> : trav::AllMembers {};

int main() {
    Player player{};
    for (trav::Object o : trav::Objects<>().children(trav::object(player))) return o.address == nullptr;
}
