// expect: which does not enclose
// or: not in a namespace enclosing 'trav'
#include <trav/graph/objects.hpp>

namespace game {

struct Player {
    int* score = nullptr;
};

template <>
struct trav::Described<Player> : trav::Members<&Player::score> {};

}  // namespace game

int main() {}
